/*
 * Preloaded into PostgreSQL (LD_PRELOAD): an undo log of every file, to simulate a power cut. Before bytes are written,
 * the bytes that they replace are saved in an undo file below $UNSYNCED_FOLDER, named by the inode; fsync and fdatasync
 * empty that file. power-cut.ts restores the saved bytes. Creating, renaming and removing files counts as durable at
 * once, as with a journal. A lock on the undo file separates the writes and syncs of several processes.
 *
 * A record: int64 offset, int64 length of the saved bytes, int64 size of the file before; then the saved bytes.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))real(#name))

static void *real(const char *name) {
  return dlsym(RTLD_NEXT, name);
}

static const char *folder(void) {
  return getenv("UNSYNCED_FOLDER");
}

static void name_of(ino_t inode, char *name) {
  snprintf(name, PATH_MAX, "%s/%llu", folder(), (unsigned long long)inode);
}

/* The locked undo file of a regular file; -1: the file needs none. */
static int remember(int fd, struct stat *now) {
  char name[PATH_MAX];
  if (folder() == NULL || fd < 3 || fstat(fd, now) != 0 || !S_ISREG(now->st_mode)) return -1;
  name_of(now->st_ino, name);
  int undo = (int)syscall(SYS_openat, AT_FDCWD, name, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (undo < 0) return -1;
  flock(undo, LOCK_EX);
  fstat(fd, now);
  return undo;
}

static void put(int undo, const void *bytes, size_t length) {
  const char *at = bytes;
  while (length > 0) {
    ssize_t done = syscall(SYS_write, undo, at, length);
    if (done <= 0) abort();
    at += done;
    length -= (size_t)done;
  }
}

static void keep_former(int undo, int fd, off_t offset, size_t length, off_t size) {
  off_t end = offset + (off_t)length < size ? offset + (off_t)length : size;
  int64_t head[3] = {offset, end > offset ? end - offset : 0, size};
  char *former = malloc((size_t)head[1] + 1);
  ssize_t had = head[1] > 0 ? syscall(SYS_pread64, fd, former, (size_t)head[1], offset) : 0;
  if (had < 0) had = 0; /* opened for writing alone: its size comes back, its bytes do not */
  head[1] = had;
  put(undo, head, sizeof head);
  put(undo, former, (size_t)had);
  free(former);
}

static void release(int undo) {
  int error = errno;
  if (undo >= 0) syscall(SYS_close, undo);
  errno = error;
}

static int before(int fd, off_t offset, size_t length) {
  struct stat now;
  int undo = remember(fd, &now);
  if (undo >= 0) keep_former(undo, fd, offset, length, now.st_size);
  return undo;
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
  int undo = before(fd, offset, length);
  ssize_t done = REAL(pwrite)(fd, bytes, length, offset);
  release(undo);
  return done;
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off_t offset) {
  return pwrite(fd, bytes, length, offset);
}

ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) {
  size_t length = 0;
  for (int i = 0; i < count; i += 1) length += parts[i].iov_len;
  int undo = before(fd, offset, length);
  ssize_t done = REAL(pwritev)(fd, parts, count, offset);
  release(undo);
  return done;
}

ssize_t write(int fd, const void *bytes, size_t length) {
  int undo = -1;
  struct stat now;
  if (fd > 2 && (undo = remember(fd, &now)) >= 0) {
    off_t offset = (fcntl(fd, F_GETFL) & O_APPEND) ? now.st_size : lseek(fd, 0, SEEK_CUR);
    keep_former(undo, fd, offset, length, now.st_size);
  }
  ssize_t done = REAL(write)(fd, bytes, length);
  release(undo);
  return done;
}

ssize_t copy_file_range(int from, off_t *from_at, int fd, off_t *at, size_t length, unsigned int flags) {
  int undo = before(fd, at != NULL ? *at : lseek(fd, 0, SEEK_CUR), length);
  ssize_t done = REAL(copy_file_range)(from, from_at, fd, at, length, flags);
  release(undo);
  return done;
}

int ftruncate(int fd, off_t size) {
  struct stat now;
  int undo = remember(fd, &now);
  if (undo >= 0) keep_former(undo, fd, size, now.st_size > size ? (size_t)(now.st_size - size) : 0, now.st_size);
  int done = REAL(ftruncate)(fd, size);
  release(undo);
  return done;
}

int posix_fallocate(int fd, off_t offset, off_t length) {
  struct stat now;
  int undo = remember(fd, &now);
  if (undo >= 0) keep_former(undo, fd, now.st_size, 0, now.st_size);
  int done = REAL(posix_fallocate)(fd, offset, length);
  release(undo);
  return done;
}

static int synced(int fd, int (*sync)(int)) {
  struct stat now;
  int undo = remember(fd, &now);
  int done = sync(fd);
  if (undo >= 0 && done == 0) syscall(SYS_ftruncate, undo, 0);
  release(undo);
  return done;
}

int fsync(int fd) {
  return synced(fd, REAL(fsync));
}

int fdatasync(int fd) {
  return synced(fd, REAL(fdatasync));
}

/* Deletes the undo file of a file that loses its last name: its inode may be reused. */
static void forget(const char *path) {
  struct stat now;
  char name[PATH_MAX];
  if (folder() == NULL || lstat(path, &now) != 0 || !S_ISREG(now.st_mode) || now.st_nlink > 1) return;
  name_of(now.st_ino, name);
  syscall(SYS_unlinkat, AT_FDCWD, name, 0);
}

int unlink(const char *path) {
  forget(path);
  return REAL(unlink)(path);
}

int rename(const char *from, const char *to) {
  struct stat a, b;
  if (lstat(from, &a) == 0 && lstat(to, &b) == 0 && a.st_ino != b.st_ino) forget(to);
  return REAL(rename)(from, to);
}
