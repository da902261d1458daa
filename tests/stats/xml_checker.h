#pragma once

#include <cctype>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace halfturn::stats {

/// An element of a picture: its tag, its attributes, and the text right in it, with what was escaped put
/// back.
struct XmlElement {
  std::string tag;
  std::map<std::string, std::string> attributes;
  std::string text;
};

/// Reads the little of XML that a picture may use, and throws where anything is not well-formed.
class XmlChecker {
 public:
  explicit XmlChecker(std::string_view text) : text_(text) {
    skip_blank();
    element();
    skip_blank();
    require(at_ == text_.size(), "something after the end");
  }

  const std::vector<XmlElement>& elements() const { return elements_; }

  /// The texts of all elements with this tag.
  std::vector<std::string> texts(const std::string& tag = "text") const {
    std::vector<std::string> found;
    for (const XmlElement& element : elements_)
      if (element.tag == tag) found.push_back(element.text);
    return found;
  }

 private:
  void require(bool good, const char* what) const {
    if (!good) throw std::runtime_error(std::string(what) + " at byte " + std::to_string(at_));
  }
  char next() {
    require(at_ < text_.size(), "the end");
    return text_[at_++];
  }
  bool starts(std::string_view what) const { return text_.substr(at_).starts_with(what); }
  void skip_blank() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  std::string name() {
    std::string found;
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '-'))
      found += text_[at_++];
    require(!found.empty(), "no name");
    return found;
  }
  /// Characters up to one of `ends`, which is left.
  std::string characters(std::string_view ends) {
    std::string found;
    while (true) {
      require(at_ < text_.size(), "the end");
      const char c = text_[at_];
      if (ends.find(c) != std::string_view::npos) return found;
      require(c != '<', "a bare <");
      require(static_cast<unsigned char>(c) >= 0x20 || c == '\n', "a control character");
      ++at_;
      if (c != '&') {
        found += c;
        continue;
      }
      const std::size_t end = text_.find(';', at_);
      const std::map<std::string_view, char> known = {{"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}};
      const auto entity = known.find(text_.substr(at_, end - at_));
      require(end != std::string_view::npos && entity != known.end(), "a bare &");
      found += entity->second;
      at_ = end + 1;
    }
  }
  void element() {
    require(next() == '<', "no element");
    XmlElement read{name(), {}, {}};
    const std::size_t index = elements_.size();
    elements_.push_back(read);
    while (true) {
      skip_blank();
      if (starts("/>")) {
        at_ += 2;
        elements_[index] = read;
        return;
      }
      if (starts(">")) break;
      const std::string attribute = name();
      require(next() == '=' && next() == '"', "no value");
      require(read.attributes.emplace(attribute, characters("\"")).second, "an attribute twice");
      ++at_;
    }
    ++at_;
    while (true) {
      read.text += characters("<");
      if (starts("</")) break;
      element();
    }
    at_ += 2;
    require(name() == read.tag, "another end");
    require(next() == '>', "no end");
    elements_[index] = std::move(read);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<XmlElement> elements_;
};

}  // namespace halfturn::stats
