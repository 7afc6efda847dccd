// Scopes and barriers of AMDGPU, in OpenCL C.
#define load(p, order, scope) __opencl_atomic_load(p, __ATOMIC_##order, __OPENCL_MEMORY_SCOPE_##scope)
#define store(p, v, order, scope) \
  __opencl_atomic_store(p, v, __ATOMIC_##order, __OPENCL_MEMORY_SCOPE_##scope)

// The scope has both workgroups.
kernel void device_scope(global int* data, global atomic_int* flag, global int* out) {
  if (__builtin_amdgcn_workgroup_id_x() == 0) {
    *data = 42;
    store(flag, 1, RELEASE, DEVICE);
  } else {
    while (load(flag, ACQUIRE, DEVICE) == 0) {
    }
    *out = *data;
  }
}

// It has one of them.
kernel void group_scope(global int* data, global atomic_int* flag, global int* out) {
  if (__builtin_amdgcn_workgroup_id_x() == 0) {
    *data = 42;
    store(flag, 1, RELEASE, WORK_GROUP);
  } else {
    while (load(flag, ACQUIRE, WORK_GROUP) == 0) {
    }
    *out = *data;
  }
}

// A barrier of the hardware alone orders nothing.
kernel void barrier_alone(global int* out) {
  local int s[2];
  int t = __builtin_amdgcn_workitem_id_x();
  s[t] = t + 1;
  __builtin_amdgcn_s_barrier();
  out[t] = s[1 - t];
}

// Fences around it do.
kernel void barrier_in_fences(global int* out) {
  local int s[2];
  int t = __builtin_amdgcn_workitem_id_x();
  s[t] = t + 1;
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
  out[t] = s[1 - t];
}

// Fences of a thread alone do not.
kernel void barrier_in_thread_fences(global int* out) {
  local int s[2];
  int t = __builtin_amdgcn_workitem_id_x();
  s[t] = t + 1;
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "singlethread");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "singlethread");
  out[t] = s[1 - t];
}

// What is handed over lies in the memory of the workgroup, and the flag does not: orders of one
// address space say nothing of that.
kernel void two_spaces(global int* in, global atomic_int* flag, global int* out) {
  local int s;
  if (__builtin_amdgcn_workitem_id_x() == 0) {
    s = *in;
    store(flag, 1, RELEASE, WORK_GROUP);
  } else {
    while (load(flag, ACQUIRE, WORK_GROUP) == 0) {
    }
    *out = s;
  }
}
