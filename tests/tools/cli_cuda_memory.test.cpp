// `opexplore kernel.cu` with nvcc: memory that the code of the host allocates and fills.
#include <string>

#include "tests/catch.hpp"
#include "tests/tools/with_nvcc.hpp"

namespace opexplore::testing {

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
  CHECK_FALSE(contains(fits.output, "assumed"));
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
  const CommandResult begun = program(file + " --input q.tail=1 --init q.items[0].kind=3,4");
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

}  // namespace opexplore::testing
