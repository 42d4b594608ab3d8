export { thinnedBins } from './thinned-bins.ts'
