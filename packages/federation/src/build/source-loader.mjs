function sourceLoader() {
  return this.getOptions().source
}

/** Replaces the content of the file by the given source. */
export default sourceLoader
