#pragma once

#include <string>
#include <vector>

#include "stats/svg.h"
#include "xml_checker.h"

namespace halfturn::stats {

struct TextBox {
  std::string text;
  Box box;
};

/// Where the texts of a picture are: as wide as the widest of the usual fonts makes them, and as high as
/// their digits and capitals.
inline std::vector<TextBox> text_boxes(const XmlChecker& picture) {
  constexpr double kCapitals = 0.73;  // of the size of a font
  std::vector<TextBox> boxes;
  for (const XmlElement& element : picture.elements()) {
    if (element.tag != "text") continue;
    const auto number = [&](const char* name) { return std::stod(element.attributes.at(name)); };
    const auto has = [&](const char* name, const char* value) {
      const auto found = element.attributes.find(name);
      return found != element.attributes.end() && found->second.starts_with(value);
    };
    const double size = number("font-size");
    const double wide = text_width(element.text, size, has("font-weight", "bold"));
    const double part = has("text-anchor", "middle") ? 0.5 : has("text-anchor", "end") ? 1 : 0;
    const double x = number("x");
    const double y = number("y");
    if (has("transform", "rotate(-90"))
      boxes.push_back({element.text, {x - kCapitals * size, y - (1 - part) * wide, kCapitals * size, wide}});
    else
      boxes.push_back({element.text, {x - part * wide, y - kCapitals * size, wide, kCapitals * size}});
  }
  return boxes;
}

/// "one | other" for the first two texts that cover each other, or that reach out of the sheet; empty if none
/// do.
inline std::string first_overlap(const std::string& svg) {
  const XmlChecker picture(svg);
  const XmlElement* sheet = nullptr;
  for (const XmlElement& element : picture.elements())
    if (element.tag == "svg") sheet = &element;
  if (sheet == nullptr) return "no sheet";
  const Box all{0, 0, std::stod(sheet->attributes.at("width")), std::stod(sheet->attributes.at("height"))};
  const std::vector<TextBox> boxes = text_boxes(picture);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const auto& [text, box] = boxes[i];
    if (box.x < 0 || box.y < 0 || box.right() > all.width || box.bottom() > all.height)
      return text + " | the edge of the sheet";
    for (std::size_t j = i + 1; j < boxes.size(); ++j)
      if (box.meets(boxes[j].box)) return text + " | " + boxes[j].text;
  }
  return "";
}

}  // namespace halfturn::stats
