export { stopAfterTests as default } from './postgres-15-setup.ts'
