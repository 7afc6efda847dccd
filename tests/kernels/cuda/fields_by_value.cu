// A structure by value with pointers inside, also in an array and in a structure of its own: each
// is memory of its own. Both blocks store to v.rows[1][0] (line 15) and v.log.last[0] (line 16),
// where n is more than 1. 0 or 1 each.
struct Log {
  short level;
  int* last;
};
struct View {
  int n;
  int* rows[2];
  Log log;
};
__global__ void fields(View v) {
  const int block = blockIdx.x;
  if (block < v.n) v.rows[1][0] = block;
  if (v.log.level >= 0) *v.log.last = block;
  v.rows[0][block] = 1;
}
