// The heavy top from its file, against a rotation-matrix solution in 80-bit arithmetic (15 digits; quaternions 12).
#include <gtest/gtest.h>

#include "daedalus/math/euler_parameters.hpp"
#include "models/gallery_run.hpp"

namespace daedalus::testing {
namespace {

struct TopState {
  double t;
  Vec3 position, velocity, Omega;  // of the center of mass; angular velocity in the axes of the body
  Vec4 p;                          // Euler parameters, of continuous sign
  Vec3 reaction;                   // of the ground on the top
};
const std::vector<TopState> top_reference = {
    {0.1,
     {0.421296658925402, 0.894571974345593, -0.1491647005618996},
     {3.4085374633396537, -2.0834379505793863, -2.8678350450062315},
     {4.808941331728092, 150.0, 1.0283007567183298},
     {0.33182291260830116, 0.1773380566669117, 0.9149751591387311, -0.14582601443089616},
     {-361.0560047871155, -295.3931730112259, -212.2671718551193}},
    {0.2,
     {0.6055505613771198, 0.5989576817949192, -0.5239830274300032},
     {-0.0401630336097449, -3.6678237882079077, -4.239053298845594},
     {-2.6915909121434085, 150.0, 4.917260989893994},
     {-0.7082791529743332, 0.4387810881265602, 0.5457283961454245, 0.08939975282391205},
     {-640.2364079920977, -148.62771134695078, 136.92931303841496}},
    {0.5,
     {-0.7024682970565856, -0.0211651847019233, -0.7114002576517344},
     {-4.0449818925840635, 1.7742884793570368, 3.94140762274059},
     {-0.4710531017452486, 150.0, 5.901083048326457},
     {0.584560624069624, -0.7006628954120037, 0.384325753022845, 0.14019307880070414},
     {523.2812435144016, 404.2061783202591, 357.3361764531789}},
    {1.0,
     {0.1733439640983861, 0.6400885920705688, -0.7484907911335813},
     {0.570825303425487, -4.588728296334952, -3.7919551547100423},
     {-0.8220781016827048, 150.0, -5.923291348117337},
     {0.7329439806798329, -0.2782857193379953, 0.5318246113337679, -0.32017614273617684},
     {-517.6007394769001, -396.8431014895542, 404.57492516288465}},
    {1.5,
     {-0.9681657156381807, 0.2503060621326018, -0.0014220838511313},
     {1.1540254147819573, 4.462001606872771, -0.2966000359413884},
     {0.3462137843426521, 150.0, 4.6053599853376745},
     {0.004692580506364855, -0.6122413674820782, 0.7906522691770322, 0.002734387878040905},
     {305.2520963488887, -100.12779555306643, -316.3527961145217}},
    {2.0,
     {-0.1504168227456418, -0.7241655916368958, -0.673022269560444},
     {-2.7491863125818905, -3.2027186355748847, 4.060523149756694},
     {0.1222332194973935, 150.0, -5.8556245892054575},
     {0.12294713504158286, -0.4910798925512557, 0.35043003034340264, -0.7879868875498016},
     {-260.73521131108333, 613.6126989825973, 309.71663139093914}},
};

TEST(HeavyTopFile, HasTheReferenceValuesAtAllTimes) {
  GalleryRun run("heavy_top", {}, tolerance(1e-13, 1e-13));
  for (const TopState& expected : top_reference) {
    run.to(expected.t);
    const Vec3 position(run.q("top.x"), run.q("top.y"), run.q("top.z")),
        velocity(run.v("top.x"), run.v("top.y"), run.v("top.z"));
    const Vec4 p(run.q("top.e0"), run.q("top.e1"), run.q("top.e2"), run.q("top.e3"));
    const Vec3 Omega = rotation_matrix(p).transpose() * run.channel_vector("top", "w");
    EXPECT_LE((position - expected.position).norm(), 1e-10) << expected.t;
    EXPECT_LE((velocity - expected.velocity).norm(), 1e-9 * expected.velocity.norm()) << expected.t;
    EXPECT_LE((p - expected.p).norm(), 1e-9) << expected.t;
    EXPECT_LE((Omega - expected.Omega).norm(), 1e-9 * 150) << expected.t;
    EXPECT_LE((run.channel_vector("tip", "f") - expected.reaction).norm(), 1e-8 * expected.reaction.norm())
        << expected.t;
  }
}

TEST(HeavyTopFile, KeepsItsSpinItsVerticalMomentumAndItsEnergy) {  // spin 150 rad/s, Lz and energy of the reference
  GalleryRun run("heavy_top");
  EXPECT_NEAR(run.total_energy(), 5435.69679086554688, 1e-10);
  run.to(2);
  const Vec4 p(run.q("top.e0"), run.q("top.e1"), run.q("top.e2"), run.q("top.e3"));
  const Mat3 A = rotation_matrix(p);
  const Vec3 Omega = A.transpose() * run.channel_vector("top", "w");
  const Vec3 J(15.234375, 0.46875, 15.234375);  // about the fixed point
  EXPECT_NEAR(Omega[1], 150, 1e-7);
  EXPECT_NEAR((A * J.cwiseProduct(Omega))[2], -70.3124296875, 1e-7);
  EXPECT_NEAR(run.total_energy(), 5435.69679086554688, 1e-5);
}

}  // namespace
}  // namespace daedalus::testing
