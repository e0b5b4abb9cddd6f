// page_file.hpp: one HTML file that opens from disk: the page of the viewer with a header and columns of numbers
// inside.
//
// The header is JSON, the columns are a gzip stream in base64 (viewer/README.md says what stands in both). Both are
// data blocks that no browser runs, and no text in them can end the block: every '<' of the header is written as
// \u003c.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace daedalus {

// False: this program was built without the page, and write_page() throws FileError with what to do about it.
bool can_write_pages();

// `columns` as PageTable::bytes() gives them; "" when there are none. Returns the size of the file. Throws FileError.
std::size_t write_page(const std::filesystem::path& file, const nlohmann::ordered_json& header,
                       const std::string& columns);

}  // namespace daedalus
