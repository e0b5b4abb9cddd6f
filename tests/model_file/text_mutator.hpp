// text_mutator.hpp: random changes of good files, the same ones for the same seed on every machine.
#pragma once

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace daedalus::testing {

// `words` are what the format gives a meaning to; they are put where they do not belong.
class TextMutator {
 public:
  TextMutator(std::vector<std::string> corpus, std::vector<std::string> words)
      : corpus_(std::move(corpus)), words_(std::move(words)) {}

  std::string next(unsigned seed) {
    random_.seed(seed);
    std::string text = corpus_[seed % corpus_.size()];
    const std::size_t changes = below(3) > 0 ? 1 : 2 + below(4);
    for (std::size_t i = 0; i < changes && !text.empty(); ++i) change(text);
    return text;
  }

 private:
  std::size_t below(std::size_t n) {
    return n == 0 ? 0 : random_() % n;
  }  // not std::uniform_int_distribution: it differs between libraries

  void change(std::string& text) {
    const std::size_t at = below(text.size()), other = below(text.size());
    const std::size_t length = 1 + below(std::min<std::size_t>(text.size() - at, 1 + below(40)));
    switch (below(9)) {
      case 0: text[at] = static_cast<char>(text[at] ^ (1 << below(8))); break;  // one bit
      case 1: text[at] = static_cast<char>(below(256)); break;
      case 2: text.erase(at, length); break;
      case 3: text.insert(other, text.substr(at, length)); break;  // copy
      case 4: text.insert(at, words_[below(words_.size())]); break;
      case 5: replace_word(text, at, words_[below(words_.size())]); break;
      case 6: swap_words(text, at, other); break;
      case 7: swap_lines(text, at, other); break;
      case 8: {  // from another file
        const std::string& source = corpus_[below(corpus_.size())];
        text.insert(at, source.substr(below(source.size()), 1 + below(80)));
      }
    }
  }

  static bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; }
  struct Span {
    std::size_t begin, length;
  };
  static Span word_at(const std::string& text, std::size_t at) {
    std::size_t begin = at, end = at;
    while (begin > 0 && in_word(text[begin - 1])) --begin;
    while (end < text.size() && in_word(text[end])) ++end;
    return {begin, end - begin};
  }
  static Span line_at(const std::string& text, std::size_t at) {
    const std::size_t before = at == 0 ? text.npos : text.rfind('\n', at - 1),
                      begin = before == text.npos ? 0 : before + 1;
    const std::size_t end = text.find('\n', at);
    return {begin, (end == text.npos ? text.size() : end) - begin};
  }
  static void replace_word(std::string& text, std::size_t at, const std::string& by) {
    const Span word = word_at(text, at);
    text.replace(word.begin, word.length, by);
  }
  static void swap_spans(std::string& text, Span a, Span b) {
    if (a.begin > b.begin) std::swap(a, b);
    if (a.begin + a.length > b.begin) return;
    const std::string first = text.substr(a.begin, a.length), second = text.substr(b.begin, b.length);
    text.replace(b.begin, b.length, first);
    text.replace(a.begin, a.length, second);
  }
  static void swap_words(std::string& text, std::size_t a, std::size_t b) {
    swap_spans(text, word_at(text, a), word_at(text, b));
  }
  static void swap_lines(std::string& text, std::size_t a, std::size_t b) {
    swap_spans(text, line_at(text, a), line_at(text, b));
  }

  std::vector<std::string> corpus_, words_;
  std::mt19937 random_;
};

}  // namespace daedalus::testing
