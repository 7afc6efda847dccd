// `opexplore kernel.cu` with nvcc: launches that the code of the host makes, what the compiler took
// away, and the races of CUDA C++.
#include <string>

#include "tests/catch.hpp"
#include "tests/tools/with_nvcc.hpp"

namespace opexplore::testing {

TEST_CASE("cuda host: macros, constants and functions of a launch are read", "[cli][cuda][host]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const CommandResult result = report(folder,
                                      "#define BLOCKS 2\n"
                                      "constexpr int lanes(int n) { return (n + 3) / 4; }\n"
                                      "__global__ void count(int* total, int n) {\n"
                                      "  if (threadIdx.x < n) *total += 3;\n"
                                      "}\n"
                                      "int main(int argc, char** argv) {\n"
                                      "  int* total;\n"
                                      "  int start[1] = {4};\n"
                                      "  const int n = argc > 1 ? 7 : 8;\n"
                                      "  if (cudaMalloc(&total, sizeof(int))) return 1;\n"
                                      "  cudaMemcpy(total, start, 4, cudaMemcpyHostToDevice);\n"
                                      "  count<<<BLOCKS - 1, lanes(n)>>>(total, 1);\n"
                                      "}\n");
  INFO(result.output);
  CHECK(result.status == 0);
  CHECK(contains(result.output, "<<<1, 2>>>"));
  CHECK(contains(result.output, "total: 7\n"));
}

TEST_CASE("cuda host: configurations and dim3 are read", "[cli][cuda][host]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const CommandResult result = report(folder,
                                      "__global__ void put(int* out, int w) {\n"
                                      "  out[blockIdx.y * gridDim.x + blockIdx.x] = w;\n"
                                      "}\n"
                                      "int main() {\n"
                                      "  int* out;\n"
                                      "  cudaMallocManaged(&out, 4 * sizeof *out);\n"
                                      "  cudaLaunchConfig_t how = {};\n"
                                      "  how.gridDim = dim3(2, 2);\n"
                                      "  how.blockDim = 1;\n"
                                      "  cudaLaunchKernelEx(&how, put, out, 5);\n"
                                      "  dim3 grid(2), block(1);\n"
                                      "  put<<<grid, block>>>(out, 6);\n"
                                      "}\n");
  INFO(result.output);
  CHECK(contains(result.output, "<<<dim3(2, 2, 1), 1>>>"));
  CHECK(contains(result.output, "out[3]: 5"));
  CHECK(contains(result.output, "also launched as <<<2, 1>>>"));
}

TEST_CASE("cuda host: pointers into one memory are that memory", "[cli][cuda][host]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const std::string kernel =
      "__global__ void put(int* a, int* b) {\n"
      "  if (blockIdx.x == 0) *a = 1; else *b = 2;\n"
      "}\n";
  const auto launched_with = [&](const std::string& arguments) {
    return report(folder, kernel + "int main() {\n  int* d;\n  cudaMalloc(&d, 2 * sizeof *d);\n" +
                              "  put<<<2, 1>>>(" + arguments + ");\n}\n");
  };
  CHECK(launched_with("d + 1, d + 1").status == 11);
  CHECK(launched_with("d, d").status == 11);
  CHECK(launched_with("d, d + 1").status == 0);
  CHECK(launched_with("d + 1, d + 2").status == 10);  // behind its end
}

TEST_CASE("cuda host: memory of vectors ends, and null pointers are read", "[cli][cuda][host]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const CommandResult vector = report(folder,
                                      "__global__ void put(int2* out) {\n"
                                      "  out[threadIdx.x] = make_int2(1, 2);\n"
                                      "}\n"
                                      "int main() {\n"
                                      "  int2* out;\n"
                                      "  cudaMalloc(&out, sizeof(int2));\n"
                                      "  put<<<1, 2>>>(out);\n"
                                      "}\n");
  INFO(vector.output);
  CHECK(vector.status == 10);
  const CommandResult null = report(folder,
                                    "__global__ void put(int* out, int n, const int* in) {\n"
                                    "  out[threadIdx.x] = in ? *in : n;\n"
                                    "}\n"
                                    "int main() {\n"
                                    "  int* out;\n"
                                    "  cudaMalloc(&out, 8);\n"
                                    "  put<<<1, 2>>>(out, 3, nullptr);\n"
                                    "}\n");
  INFO(null.output);
  CHECK(null.status == 0);
  CHECK(contains(null.output, "out[0]: 3;  out[1]: 3"));
}

TEST_CASE("cuda host: dynamic shared memory ends where the launch says", "[cli][cuda][host]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const std::string kernel =
      "__global__ void swap(int* out) {\n"
      "  extern __shared__ int moved[];\n"
      "  moved[threadIdx.x] = threadIdx.x;\n"
      "  __syncthreads();\n"
      "  out[threadIdx.x] = moved[1 - threadIdx.x];\n"
      "}\n";
  const auto launched_with = [&](const std::string& configuration) {
    return report(folder, kernel + "int main() {\n  int* d;\n  cudaMalloc(&d, 2 * sizeof *d);\n" +
                              "  swap<<<" + configuration + ">>>(d);\n}\n");
  };
  CHECK(launched_with("1, 2, 2 * sizeof(int)").status == 0);
  const CommandResult short_of_one = launched_with("1, 2, sizeof(int)");
  INFO(short_of_one.output);
  CHECK(short_of_one.status == 10);
  CHECK(launched_with("1, 2").status == 10);  // none at all
}

TEST_CASE("cuda host: what is copied to symbols is read, else said", "[cli][cuda][host]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const std::string kernel =
      "__device__ int limit;\n"
      "__global__ void show(int* out) { *out = limit; }\n";
  const auto started_by = [&](const std::string& before) {
    return report(folder, kernel +
                              "int main() {\n  int *d, n = 7;\n  cudaMalloc(&d, sizeof *d);\n" +
                              before + "  show<<<1, 1>>>(d);\n}\n");
  };
  const std::string note = "variables by their symbols";
  const std::string copied = started_by("  cudaMemcpyToSymbol(limit, &n, 4);\n  n = 8;\n").output;
  CHECK(contains(copied, "out: 7"));
  CHECK_FALSE(contains(copied, note));
  CHECK(contains(started_by("  cudaMemcpyToSymbol(limit, d, 4);\n").output, note));
  CHECK(contains(started_by("  void* l; cudaGetSymbolAddress(&l, limit);\n").output, note));
  CHECK_FALSE(contains(started_by("").output, note));
}

TEST_CASE("cuda host: variables get what one copy after the other says, also pointers",
          "[cli][cuda][host]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const auto with_second = [&](const std::string& second) {
    return report(folder,
                  "namespace app {\n"
                  "struct Rows { int* first; int* second; };\n"
                  "__constant__ Rows rows;\n"
                  "__device__ int to[3] = {0, 0, 0};\n"
                  "}\n"
                  "__global__ void put(int* out) {\n"
                  "  *(threadIdx.x ? app::rows.first : app::rows.second) = threadIdx.x;\n"
                  "  out[app::to[threadIdx.x]] = 1;\n"
                  "}\n"
                  "int main() {\n"
                  "  int *out, to[] = {1, 1, 1};\n"
                  "  app::Rows rows;\n"
                  "  cudaMalloc(&out, 3 * sizeof(int));\n"
                  "  cudaMalloc(&rows.first, sizeof(int));\n"
                  "  rows.second = rows.first;\n" +
                      second +
                      "  cudaMemcpyToSymbol(app::rows, &rows, sizeof rows);\n"
                      "  cudaMemcpyToSymbol(app::to, to, sizeof to);\n"
                      "  to[0] = 2;\n"
                      "  cudaMemcpyToSymbol(app::to, to, sizeof(int), sizeof(int));\n"
                      "  put<<<1, 2>>>(out);\n"
                      "}\n");
  };
  const CommandResult one = with_second("");
  INFO(one.output);
  CHECK(one.status == 11);
  CHECK(contains(one.output, "BUG  data race on `rows[0]`"));
  const CommandResult two = with_second("  cudaMalloc(&rows.second, sizeof(int));\n");
  INFO(two.output);
  CHECK(two.status == 0);
  CHECK(contains(two.output, "out[1]: 1;  out[2]: 1"));
}

TEST_CASE("cuda host: what loops of the host fill is read", "[cli][cuda][host]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const CommandResult result = report(folder,
                                      "__global__ void put(const int* to, int* out) {\n"
                                      "  out[to[threadIdx.x]] = threadIdx.x;\n"
                                      "}\n"
                                      "int main() {\n"
                                      "  const int n = 20;\n"
                                      "  int host[n], *to, *out;\n"
                                      "  for (int i = 0; i < n; ++i) host[i] = n - 1 - i;\n"
                                      "  cudaMalloc(&to, sizeof host);\n"
                                      "  cudaMalloc(&out, sizeof host);\n"
                                      "  cudaMemcpy(to, host, sizeof host, cudaMemcpyDefault);\n"
                                      "  put<<<1, n>>>(to, out);\n"
                                      "}\n");
  INFO(result.output);
  CHECK(result.status == 0);
  CHECK(contains(result.output, "out[0]: 19"));
}

TEST_CASE("cuda host: members of structures in memory are read, also pointers",
          "[cli][cuda][host]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const auto launched_with = [&](const std::string& capacity) {
    return report(folder,
                  "struct Queue { int* data; int head; int capacity; long long stamp; };\n"
                  "__global__ void push(Queue* q, long long* out) {\n"
                  "  const int at = atomicAdd(&q->head, 1);\n"
                  "  if (at < q->capacity) q->data[at] = 1;\n"
                  "  out[threadIdx.x] = q->stamp;\n"
                  "}\n"
                  "int main() {\n"
                  "  Queue h = {nullptr, 1, " +
                      capacity +
                      ", 1ll << 40};\n"
                      "  Queue* d;\n"
                      "  long long* out;\n"
                      "  cudaMalloc(&h.data, 2 * sizeof(int));\n"
                      "  cudaMalloc(&d, sizeof h);\n"
                      "  cudaMalloc(&out, 2 * sizeof *out);\n"
                      "  cudaMemcpy(d, &h, sizeof h, cudaMemcpyHostToDevice);\n"
                      "  push<<<1, 2>>>(d, out);\n"
                      "}\n",
                  "--show out");
  };
  const CommandResult fits = launched_with("2");
  INFO(fits.output);
  CHECK(fits.status == 0);
  CHECK(contains(fits.output, "out[0]: 1099511627776"));
  CHECK_FALSE(contains(fits.output, "nothing else is known"));
  const CommandResult too_many = launched_with("3");  // q->data[2]
  INFO(too_many.output);
  CHECK(too_many.status == 10);
  const CommandResult unknown = launched_with("rand()");
  INFO(unknown.output);
  CHECK(contains(unknown.output, "of what the host sets in 'q' a part was not read"));
}

TEST_CASE("cuda host: members of structures have their names", "[cli][cuda][host]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const std::string file = folder.add("k.cu",
                                      "struct Item { float weight; short kind[2]; };\n"
                                      "struct Queue { int head; int tail; Item* items; };\n"
                                      "__global__ void push(Queue* q) {\n"
                                      "  const int at = atomicAdd(&q->tail, 1);\n"
                                      "  q->items[at].weight = 1.5f;\n"
                                      "  q->items[at].kind[1] = q->head;\n"
                                      "}\n"
                                      "int main() {\n"
                                      "  Queue h = {7, 0, nullptr};\n"
                                      "  Queue* d;\n"
                                      "  cudaMalloc(&h.items, 2 * sizeof(Item));\n"
                                      "  cudaMalloc(&d, sizeof h);\n"
                                      "  cudaMemcpy(d, &h, sizeof h, cudaMemcpyHostToDevice);\n"
                                      "  push<<<1, 2>>>(d);\n"
                                      "}\n");
  const CommandResult plain = program(file);
  INFO(plain.output);
  CHECK(plain.status == 0);
  CHECK(contains(plain.output, "q.tail: 2;"));
  CHECK(contains(plain.output, "q.items[0].weight: 1.5;"));
  CHECK(contains(plain.output, "q.items[1].kind[1]: 7"));
  CHECK(program(file + " --never 'q.tail == 2'").status == 10);
  CHECK(program(file + " --forall 'q.items[1].weight == 1.5 && q.tail == 2'").status == 0);
  // What options say counts more than what the host does.
  const CommandResult begun = program(file + " --init q.tail=1 --init q.items[0].kind=3,4");
  INFO(begun.output);
  CHECK(begun.status == 10);
  CHECK(contains(begun.output, "the access is"));
  CHECK(contains(program(file + " --init q.head=9").output, "kind[1]: 9"));
  CHECK(contains(complaint(file + " --init q.end=1"), "no buffer or variable 'q.end'"));
}

TEST_CASE("cuda host: memory that only other memory leads to is read", "[cli][cuda][host]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const CommandResult list = report(folder,
                                    "struct Node { Node* next; char c; short s; };\n"
                                    "__global__ void sum(const Node* first, int* out) {\n"
                                    "  int all = 0;\n"
                                    "  for (const Node* n = first; n; n = n->next) {\n"
                                    "    all += n->c * n->s;\n"
                                    "  }\n"
                                    "  out[threadIdx.x] = all;\n"
                                    "}\n"
                                    "int main() {\n"
                                    "  Node *a, *b;\n"
                                    "  int* out;\n"
                                    "  cudaMalloc(&a, sizeof *a);\n"
                                    "  cudaMalloc(&b, sizeof *b);\n"
                                    "  cudaMalloc(&out, 8);\n"
                                    "  Node first = {b, 2, -300}, second = {nullptr, 1, 7};\n"
                                    "  cudaMemcpy(a, &first, sizeof first, cudaMemcpyDefault);\n"
                                    "  cudaMemcpy(b, &second, sizeof second, cudaMemcpyDefault);\n"
                                    "  sum<<<1, 2>>>(a, out);\n"
                                    "}\n");
  INFO(list.output);
  CHECK(list.status == 0);
  CHECK(contains(list.output, "out[0]: -593;  out[1]: -593"));
  CHECK_FALSE(contains(list.output, "note"));
  const auto table = [&](const std::string& second) {
    return report(folder,
                  "__global__ void put(int** rows) { rows[threadIdx.x][0] = threadIdx.x; }\n"
                  "int main() {\n"
                  "  int *a, *b, **rows;\n"
                  "  cudaMalloc(&a, 4);\n"
                  "  cudaMalloc(&b, 4);\n"
                  "  cudaMalloc(&rows, 16);\n"
                  "  int* in[] = {a, " +
                      second +
                      "};\n"
                      "  cudaMemcpy(rows, in, sizeof in, cudaMemcpyDefault);\n"
                      "  put<<<1, 2>>>(rows);\n"
                      "}\n");
  };
  CHECK(table("b").status == 0);
  const CommandResult one = table("a");
  INFO(one.output);
  CHECK(one.status == 11);
  CHECK(contains(one.output, "data race on `rows[0]`"));
  CHECK(table("a + 1").status == 10);  // behind its end
}

TEST_CASE("cuda host: pointers of a structure may lead to one memory", "[cli][cuda][host]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const auto launched_with = [&](const std::string& second) {
    return report(folder,
                  "struct View { int* a; int* b; int n; };\n"
                  "__global__ void put(View v) {\n"
                  "  if (v.n == 7) { if (blockIdx.x == 0) v.a[0] = 1; else v.b[0] = 2; }\n"
                  "}\n"
                  "int main() {\n"
                  "  View v;\n"
                  "  cudaMalloc(&v.a, 2 * sizeof(int));\n"
                  "  v.b = " +
                      second +
                      ";\n"
                      "  v.n = 7;\n"
                      "  put<<<2, 1>>>(v);\n"
                      "}\n");
  };
  CHECK(launched_with("v.a").status == 11);
  CHECK(launched_with("v.a + 1").status == 0);
  CHECK(launched_with("v.a + 2").status == 10);  // behind its end
}

TEST_CASE("cuda host: what was not read of a launch is said", "[cli][cuda][host]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const auto launched_with = [&](const std::string& launch) {
    return report(folder,
                  "struct Two { int *a, *b; };\n"
                  "int* choose();\n"
                  "__global__ void put(Two two) {\n"
                  "  if (blockIdx.x == 0) *two.a = 1; else *two.b = 2;\n"
                  "}\n"
                  "int main() {\n"
                  "  int *d, *e;\n"
                  "  cudaMalloc(&d, 4);\n"
                  "  cudaMalloc(&e, 4);\n"
                  "  " +
                      launch +
                      "\n"
                      "}\n");
  };
  const CommandResult unknown = launched_with("put<<<sizeof(int) - 1, 1>>>(Two{d, choose()});");
  INFO(unknown.output);
  CHECK(contains(unknown.output, "<<<3, 1>>>"));  // though choose() might change it
  CHECK(contains(unknown.output, "what the launch passes for 'two.b' was not read"));
  const CommandResult two = launched_with("put<<<2, 1>>>(Two{d, d});\n  put<<<2, 1>>>(Two{d, e});");
  INFO(two.output);
  CHECK(two.status == 11);
  CHECK(contains(two.output, "also launched with other arguments at"));
}

TEST_CASE("cuda host: a number that nobody gives is that of the threads", "[cli][cuda][host]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const std::string kernel =
      "__global__ void put(int* out, int n, float by) {\n"
      "  if (threadIdx.x < n) out[threadIdx.x] = n * by;\n"
      "}\n";
  const CommandResult result = report(folder, kernel, "--grid 1 --block 3");
  INFO(result.output);
  CHECK(result.status == 0);
  CHECK(contains(result.output, "`n` is 3 (nothing else is known: --arg)"));
  CHECK(contains(result.output, "by is taken for 1.0"));
  CHECK(contains(result.output, "out[2]: 3"));
  const CommandResult given = report(folder, kernel, "--grid 1 --block 3 --arg n=4 --arg by=1.5");
  INFO(given.output);
  CHECK(contains(given.output, "out[2]: 6"));
}

TEST_CASE("cuda host: a launch that is not explored comes first", "[cli][cuda][host]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const std::string kernel = "__global__ void put(int* out) { out[blockIdx.x] = 1; }\n";
  const CommandResult unread =
      report(folder, kernel + "int of(int);\nvoid run(int n, int* p) { put<<<of(n), 32>>>(p); }\n");
  INFO(unread.output);
  CHECK(contains(unread.output.substr(0, unread.output.find('\n')),
                 "launch not read: `put<<<of(n), 32>>>`"));
  CHECK(contains(unread.output, "k.cu:3 depends on what only a run tells"));
  const CommandResult dependent =
      report(folder, kernel + "template <class T> void run(T n, int* p) { put<<<n, 3>>>(p); }\n");
  INFO(dependent.output);
  CHECK(contains(dependent.output.substr(0, dependent.output.find('\n')), "nobody instantiates"));
  const CommandResult large =
      report(folder, kernel + "void run(int* p) { put<<<64, 256>>>(p); }\n");
  INFO(large.output);
  CHECK(contains(large.output.substr(0, large.output.find('\n')), "<<<64, 256>>>"));
  CHECK(contains(large.output, "explored as <<<2, 1>>>"));
}

TEST_CASE("cuda host: kernels are named by templates' arguments and parameters",
          "[cli][cuda][host]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  folder.add("part.cuh",
             "template <int N> __global__ void part(int* where, int amount) {\n"
             "  if (threadIdx.x < N) *where = amount;\n}\n");
  const std::string source =
      "#include \"part.cuh\"\n"
      "template __global__ void part<1>(int*, int);\n"
      "template __global__ void part<4>(int*, int);\n";
  const CommandResult one = report(folder, source, "--kernel 'part<1>' --arg amount=3 --block 2");
  INFO(one.output);
  CHECK(contains(one.output, "kernel part<1>(int*, int)"));
  CHECK(contains(one.output, "where: 3"));
  CHECK(report(folder, source, "--kernel part").status == 2);
  const std::string said = complaint("'" + folder.path("k.cu") + "' --kernel part");
  INFO(said);
  CHECK(contains(said, "part<1>(int*, int) and part<4>(int*, int)"));
}

TEST_CASE("cuda host: races of a whole warp that votes are looked for", "[cli][cuda][host]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const CommandResult result = report(folder,
                                      "__global__ void vote(unsigned* out) {\n"
                                      "  unsigned all = __ballot_sync(0xffffffffu, 1);\n"
                                      "  if (threadIdx.x < 2) *out = all + threadIdx.x;\n"
                                      "}\n"
                                      "int main() {\n"
                                      "  unsigned* out;\n"
                                      "  cudaMalloc(&out, 4);\n"
                                      "  vote<<<1, 32>>>(out);\n"
                                      "}\n");
  INFO(result.output);
  CHECK(result.status == 11);
}

TEST_CASE("cuda host: who leaves out a barrier may have no instruction", "[cli][cuda][host]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const CommandResult result = report(
      folder, "__global__ void put(int*) { if (threadIdx.x < 1) __syncthreads(); }\n", "--block 2");
  INFO(result.output);
  CHECK(result.status == 10);
  CHECK(contains(result.output, "leaves out `__syncthreads()`"));
}

TEST_CASE("cuda host: one thread at a time in a critical section", "[cli][cuda][host]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const auto unlocked_by = [&](const std::string& unlock, const std::string& lines) {
    const std::string file = folder.add("k.cu",
                                        "__global__ void k(int* lock, int* in) {\n"
                                        "  while (atomicExch(lock, 1)) {}\n"
                                        "  __threadfence();\n"
                                        "  atomicAdd(in, 1);\n"
                                        "  " +
                                            unlock +
                                            "\n"
                                            "  atomicExch(lock, 0);\n"
                                            "}\n"
                                            "int main() {\n"
                                            "  int *lock, *in;\n"
                                            "  cudaMalloc(&lock, sizeof *lock);\n"
                                            "  cudaMalloc(&in, sizeof *in);\n"
                                            "  k<<<2, 1>>>(lock, in);\n"
                                            "}\n");
    return program("--property exclusive:" + lines + ' ' + file + " 2>&1");
  };
  const CommandResult good = unlocked_by("__threadfence();", "4");
  INFO(good.output);
  CHECK(good.status == 0);
  CHECK(contains(good.output, "ok   no data race, one thread at a time in line 4, no hang"));
  const CommandResult bad = unlocked_by("", "4");
  INFO(bad.output);
  CHECK(bad.status == 10);
  CHECK(contains(bad.output, "no data race"));
  CHECK(contains(bad.output, "BUG  two threads can be in line 4 at the same time"));
  CHECK(contains(bad.output, "FIX  proved by exploring it: the bug is gone"));
  CHECK(contains(bad.output, "k.cu:6  + __threadfence();  before"));
  CHECK(contains(unlocked_by("", "40-41").output,
                 "no thread executes an instruction of lines 40 to 41"));
  CHECK(contains(unlocked_by("", "x").output, "'x' names no lines"));
  CHECK(contains(complaint("--property exclusive:4 litmus/ptx/MP.litmus"), "is for kernels"));
}

TEST_CASE("cuda host: what the source launches otherwise is said", "[cli][cuda][host]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const auto with_main = [&](const std::string& launches) {
    return report(folder,
                  "#include <cooperative_groups.h>\n"
                  "__global__ void k(int* a) {\n"
                  "  a[blockIdx.x] = 1;\n"
                  "  cooperative_groups::this_grid().sync();\n"
                  "  a[2 + blockIdx.x] = a[1 - blockIdx.x];\n"
                  "}\n"
                  "int main() {\n"
                  "  int* a;\n"
                  "  cudaMalloc(&a, 4 * sizeof *a);\n"
                  "  void* all[] = {&a};\n" +
                      launches + "}\n")
        .output;
  };
  const std::string plain = "  k<<<2, 1>>>(a);\n";
  const std::string together =
      "  cudaLaunchCooperativeKernel((void*)k, dim3(2), dim3(1), all, 0, 0);\n";
  const std::string error = "the source launches it as any kernel: that is an error";
  CHECK(contains(with_main(plain), error));
  CHECK_FALSE(contains(with_main(together), error));
  CHECK(contains(with_main(together + together), "the kernel is launched once more"));
  CHECK_FALSE(contains(with_main(together), "once more"));
}

TEST_CASE("cuda host: advice fits what is written", "[cli][cuda][host]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const auto of = [&](const std::string& body) {
    return report(folder, "__global__ void k(int* a) {\n" + body +
                              "}\nint main() {\n  int* a;\n  cudaMalloc(&a, 4 * sizeof *a);\n"
                              "  k<<<1, 2>>>(a);\n}\n")
        .output;
  };
  CHECK(contains(of("  *a += 1;\n"), "do it in one atomic operation"));
  CHECK_FALSE(contains(of("  if (threadIdx.x) *a = 1; else a[1] = *a;\n"), "one atomic operation"));
  // A fence in a body without braces.
  const std::string flag =
      "  if (threadIdx.x == 0) {\n"
      "    a[0] = 1;\n"
      "    if (a[2] == 0)\n"
      "      atomicExch(&a[1], 1);\n"
      "  } else {\n"
      "    while (atomicAdd(&a[1], 0) == 0) {}\n"
      "    __threadfence();\n"
      "    a[3] = a[0];\n"
      "  }\n";
  CHECK(contains(of(flag),
                 "__threadfence_block();  before  atomicExch(&a[1], 1);  (both in braces)"));
  // The barrier belongs between the two statements of the line.
  const std::string line = "  { a[threadIdx.x] = 1; a[3 - threadIdx.x] = a[1 - threadIdx.x]; }\n";
  const std::string mended = of(line);
  INFO(mended);
  CHECK(contains(mended, "__syncthreads();  inside"));
  CHECK(contains(mended, "a[0]"));
}

TEST_CASE("cuda host: without a loop or a barrier there is no hang", "[cli][cuda][host]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const CommandResult result =
      report(folder,
             "#include <cuda/atomic>\n"
             "__global__ void put(int* data, int* flag, int* out) {\n"
             "  cuda::atomic_ref<int, cuda::thread_scope_block> f(*flag);\n"
             "  if (blockIdx.x == 0) {\n"
             "    *data = 7;\n"
             "    f.store(1, cuda::memory_order_release);\n"
             "  } else if (f.load(cuda::memory_order_acquire)) {\n"
             "    *out = *data;\n"
             "  }\n"
             "}\n");
  INFO(result.output);
  CHECK(result.status == 11);
  CHECK(contains(result.output, "no hang\n"));
}

TEST_CASE("cuda host: a race that the compiler took away is one of the source",
          "[cli][cuda][host]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const std::string source =
      "__global__ void keep(int* out) {\n"
      "  __shared__ int last[2];\n"
      "  last[0] = threadIdx.x;\n"
      "  out[threadIdx.x] = 1;\n"
      "}\n";
  const CommandResult result = report(folder, source, "--grid 1 --block 2");
  INFO(result.output);
  CHECK(result.status == 11);
  CHECK(contains(result.output, "in the source; gone in the PTX"));
  CHECK(contains(result.output, "k.cu:3"));
  const std::string ordered =
      "__global__ void keep(int* out) {\n"
      "  __shared__ int last[2];\n"
      "  last[threadIdx.x] = threadIdx.x;\n"
      "  out[threadIdx.x] = 1;\n"
      "}\n";
  CHECK(report(folder, ordered, "--grid 1 --block 2").status == 0);
}

TEST_CASE("cuda host: volatile is told of, and is a race by CUDA C++", "[cli][cuda][host]") {
  if (!nvcc_or_skip()) return;
  const Folder folder;
  const std::string source =
      "__global__ void wait(volatile int* flag) {\n"
      "  if (blockIdx.x == 0)\n"
      "    *flag = 1;\n"
      "  else\n"
      "    while (*flag == 0) {}\n"
      "}\n";
  const CommandResult note = report(folder, source);
  INFO(note.output);
  CHECK(note.status == 0);
  CHECK(contains(note.output, "no atomic in CUDA C++"));
  const CommandResult bug = report(folder, source, "--reading cuda");
  INFO(bug.output);
  CHECK(bug.status == 11);
  CHECK(contains(bug.output, "data race on `flag`"));
  CHECK(contains(bug.output, "thread_scope_device"));
  CHECK(report(folder, source, "--reading c").status == 2);
}

}  // namespace opexplore::testing
