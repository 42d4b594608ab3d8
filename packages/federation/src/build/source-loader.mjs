function sourceLoader() {
  return this.getOptions().source
}

/** Replaces the content of the file with the given source. */
export default sourceLoader
