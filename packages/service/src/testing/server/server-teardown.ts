export { stopAfterTests as default } from './server-setup.ts'
