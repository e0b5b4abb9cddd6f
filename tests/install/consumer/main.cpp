// A stranger's program: describes a system of two coordinates and one constraint, saves a state and restores it. With
// an argument it also wants the page of the viewer from the library.
#include <cstdio>
#include <string>

#include "daedalus/base/archive.hpp"
#include "daedalus/io/page/page_template.hpp"
#include "daedalus/linalg/pattern.hpp"
#include "daedalus/system/layout.hpp"
#include "daedalus/system/state.hpp"

int main(int argc, char**) {
  daedalus::Layout layout;
  layout.nq = 2;
  layout.ng = 1;
  layout.coordinates = {"x", "y"};
  layout.constraints = {"rod"};
  layout.patterns = daedalus::Patterns::full(layout.nq, layout.nc(), layout.ns);
  layout.patterns.M = daedalus::Pattern::identity(layout.nq);
  daedalus::check(layout);  // from the compiled library, so that linking is tested too

  daedalus::State saved(layout), restored(layout);
  saved.q << 0.6, -0.8;
  auto out = daedalus::Archive::for_saving();
  saved.exchange(out);
  auto in = daedalus::Archive::for_loading(out.items());
  restored.exchange(in);
  if (!(restored == saved)) return 1;

  if (argc > 1 && daedalus::page_template().find("@@DAEDALUS_BLOB@@") == std::string::npos) return 2;

  std::printf("daedalus %s: %d coordinates, %d nonzeros in M\n", DAEDALUS_PACKAGE_VERSION, layout.nq,
              layout.patterns.M.nonzeros());
}
