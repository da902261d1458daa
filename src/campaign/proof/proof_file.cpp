#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "base/file_descriptor.h"
#include "base/gzip.h"
#include "base/system_error.h"
#include "halfturn/campaign_proof.h"

namespace halfturn {

namespace {

Result<void> pass_on(int descriptor, const std::string& name, const std::stop_token& stop,
                     const TextSink& sink) {
  FileInput bytes(descriptor, name, stop);
  GzipInput text(bytes, name);
  std::vector<char> space(std::size_t{1} << 16);
  while (true) {
    const Result<std::size_t> got = text.read(space);
    if (!got) return got.error();
    if (*got == 0) return {};
    if (Result<void> taken = sink({space.data(), *got}); !taken) return taken;
  }
}

}  // namespace

ProofSource proof_file(const std::filesystem::path& file, const std::stop_token& stop) {
  return [file, stop](const TextSink& sink) -> Result<void> {
    if (file == "-") return pass_on(STDIN_FILENO, "stdin", stop, sink);
    const FileDescriptor descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
    if (!descriptor.valid()) {
      const int problem = errno;
      Error error = system_error("read", file, problem);
      if (problem == ENOENT) error.kind = ErrorKind::missing;
      error.hint.clear();  // no other folder helps
      error.remedy = Remedy::none;
      return error;
    }
    return pass_on(descriptor.get(), file.string(), stop, sink);
  };
}

}  // namespace halfturn
