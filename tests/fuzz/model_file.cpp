// Model files: read, made into equations in both formulations, assembled, checked and evaluated once.
#include "daedalus/io/model_file/model_file.hpp"
#include "daedalus/formulation/assembly.hpp"
#include "daedalus/formulation/formulation.hpp"
#include "daedalus/formulation/model_check.hpp"
#include "fuzz/fuzz_target.hpp"

namespace daedalus::fuzz {

std::vector<std::string> seeds() { return gallery_files(".yaml"); }

void read_input(const std::string& bytes) {
  ModelFileLimits limits;
  limits.repeated_elements = 60;
  limits.repeated_nodes = 20'000;
  limits.nodes = 20'000;
  allow_refusal([&] {
    const Model model =
        read_model_text(bytes, (std::filesystem::path(DAEDALUS_GALLERY) / "fuzz.yaml").string(), {}, limits);
    if (model.bodies().size() > 30) return;
    for (const char* formulation : {"cartesian", "joint"})
      allow_refusal([&] {
        const auto system = make_system(model, formulation);
        const Assembled start = assemble(*system);
        if (!start.report.assembled) return;
        check_model(*system, start.state);
      });
  });
}

}  // namespace daedalus::fuzz
