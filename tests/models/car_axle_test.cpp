// The car axle from its file, against a solution in minimal coordinates with 34 digits (19 of them reliable).
#include <gtest/gtest.h>

#include "models/digits.hpp"
#include "models/gallery_run.hpp"

namespace daedalus::testing {
namespace {

struct AxleState {
  double t;
  double values[10];  // xl, yl, xr, yr, their rates, lambda1, lambda2 as the test set defines them
};
const std::vector<AxleState> axle_reference = {
    {0.1,
     {-0.04203149974252007, 0.4977287299010407, 0.9517549429155973, 0.6090323973560016, -0.2702464499926167,
      -0.018464809581565492, -0.3623872143488295, 0.8042236473860699, 0.004664413404920515, 0.0012613893329817382}},
    {0.5,
     {0.04788781806167122, 0.4970896871808217, 1.0435771499755329, 0.40433865315462836, -0.14138400505042772,
      0.01649464166814887, -0.02199513581405215, 1.2981431396713892, -0.005723013666626728, -0.0016353729444076696}},
    {1.0,
     {0.027182095440113456, 0.49891155262926495, 1.024548795970379, 0.42638800698116774, 0.41916441475479466,
      -0.024290049857214543, 0.2971726857631104, -1.7019588283087645, -0.003837120982712094, -0.0012287984619505463}},
    {2.0,
     {-0.045604483642859454, 0.4974453432189711, 0.9517407605927876, 0.5702633615972378, -0.20321875849937485,
      -0.02557182444824487, -0.22593171614498647, 0.28551409624658913, 0.004968892596506638, 0.0013174621545079858}},
    {3.0,
     {0.049345578427524094, 0.4969894602300081, 1.0417425248854262, 0.3739110272653658, -0.07705836840359208,
      0.007446866592068417, 0.017556815753541736, 0.7703410437796011, -0.004736886590853326, -0.0011046803312595658}},
    {10.0,
     {0.02530175907565596, 0.4990326864557134, 1.0226089592001089, 0.42569546139282655, -0.430660619174481,
      0.02613478676462697, -0.40394861386597003, 0.38938926225230275, -0.0021082067482418964, -0.0004110619681357063}},
};

TEST(CarAxleFile, HasTheReferenceValuesToNineDigitsInEveryCoordinate) {
  GalleryRun run("car_axle", {}, tolerance(1e-13, 1e-14));
  const double eps = 0.01, L = 1;
  const char* names[4] = {"left.x", "left.y", "right.x", "right.y"};
  for (const AxleState& expected : axle_reference) {
    run.to(expected.t);
    for (int k = 0; k < 4; ++k) {
      EXPECT_DIGITS(run.q(names[k]), expected.values[k], 9) << names[k] << " at " << expected.t;
      EXPECT_DIGITS(run.v(names[k]), expected.values[4 + k], 9) << names[k] << " at " << expected.t;
    }
    EXPECT_DIGITS(-run.lambda("guide.off_x") * eps * eps / L, expected.values[8], 8) << expected.t;
    EXPECT_DIGITS(-run.lambda("rod.length") * eps * eps / (2 * L), expected.values[9], 8) << expected.t;
  }
}

}  // namespace
}  // namespace daedalus::testing
