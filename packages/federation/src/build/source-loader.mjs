function sourceLoader() {
  return this.getOptions().source
}

/** In place of what stands in the file: the source that it is given. */
export default sourceLoader
