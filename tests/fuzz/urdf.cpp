// URDF files, through a model that imports one.
#include "daedalus/formulation/formulation.hpp"
#include "daedalus/io/model_file/model_file.hpp"
#include "fuzz/fuzz_target.hpp"

namespace daedalus::fuzz {

std::vector<std::string> seeds() { return gallery_files(".urdf"); }

void read_input(const std::string& bytes) {
  const std::filesystem::path file = as_file("robot.urdf", bytes);
  allow_refusal([&] {
    const Model model =
        read_model_text("urdf: {file: robot.urdf}\ngravity: [0, 0, -9.81]\n", file.parent_path() / "model.yaml");
    for (const char* formulation : {"cartesian", "joint"}) allow_refusal([&] { make_system(model, formulation); });
  });
}

}  // namespace daedalus::fuzz
