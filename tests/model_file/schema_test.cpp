// The schema is JSON and knows every type and key that the reader knows; validate_schema.py puts it to use.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <functional>

#include "daedalus/io/model_file/model_reader.hpp"
#include "model_file/model_file_support.hpp"

namespace daedalus::testing {
namespace {

using nlohmann::json;

const json& schema() {
  static const json parsed = json::parse(model_schema());
  return parsed;
}

template <class Types>
void expect_types(const std::string& kind) {
  for (const std::string& type : model_file::type_names<Types>()) {
    const std::string name = kind + "_" + type;
    ASSERT_TRUE(schema()["$defs"].contains(name)) << name;
    EXPECT_EQ(schema()["$defs"][name]["properties"]["type"]["const"], type);
    EXPECT_EQ(schema()["$defs"][name]["additionalProperties"], false);
  }
}

TEST(ModelSchema, HoldsEveryTypeOfBodyJointForceAndFunction) {
  expect_types<model_file::BodyTypes>("body");
  expect_types<JointTypes>("joint");
  expect_types<ForceTypes>("force");
  expect_types<FunctionTypes>("function");
  expect_types<model_file::ShapeTypes>("shape");
}

TEST(ModelSchema, HoldsEverySection) {
  for (const model_file::TopLevelKey& key : model_file::top_level_keys)
    EXPECT_TRUE(schema()["properties"].contains(key.name)) << key.name;
}

TEST(ModelSchema, FieldsCarryMeaningUnitRangeDefaultAndWhetherTheyAreRequired) {
  const json& rod = schema()["$defs"]["joint_distance"];
  EXPECT_EQ(rod["properties"]["length"]["description"], "length of the rod (m)");
  EXPECT_EQ(rod["properties"]["length"]["exclusiveMinimum"], 0);
  EXPECT_EQ(rod["required"], json({"type", "between", "length"}));
  const json& spring = schema()["$defs"]["force_spring_damper"]["properties"];
  EXPECT_EQ(spring["acts_in"]["enum"], json({"both", "tension", "compression"}));
  EXPECT_EQ(spring["acts_in"]["default"], "both");
  EXPECT_EQ(spring["damping"]["default"], 0);
}

TEST(ModelSchema, EveryBodyHasColorAndShapes) {
  for (const std::string& type : model_file::type_names<model_file::BodyTypes>()) {
    const json& properties = schema()["$defs"]["body_" + type]["properties"];
    EXPECT_EQ(properties["shapes"]["items"]["$ref"], "#/$defs/shape") << type;
    EXPECT_EQ(properties["color"]["pattern"], "^#([0-9A-Fa-f]{6}|.*[{].*)$") << type;
  }
  EXPECT_TRUE(schema()["properties"]["bodies"]["properties"]["ground"]["properties"].contains("shapes"));
  EXPECT_FALSE(schema()["$defs"]["shape_box"]["properties"].contains("for"));
  EXPECT_EQ(schema()["$defs"]["shape_mesh"]["required"], json({"type", "file"}));
}

TEST(ModelSchema, AMarkerIsNotANumber) {
  EXPECT_EQ(schema()["$defs"]["force_point_force"]["properties"]["on"]["$ref"], "#/$defs/marker");
  EXPECT_EQ(schema()["$defs"]["joint_gear"]["properties"]["teeth_first"]["$ref"], "#/$defs/number");
}

TEST(ModelSchema, EveryReferenceLeadsSomewhere) {
  const std::function<void(const json&)> visit = [&](const json& node) {
    if (node.is_object() && node.contains("$ref")) {
      const std::string target = node["$ref"];
      EXPECT_TRUE(schema().contains(json::json_pointer(target.substr(1)))) << target;
    }
    if (node.is_structured())
      for (const json& child : node) visit(child);
  };
  visit(schema());
}

}  // namespace
}  // namespace daedalus::testing
