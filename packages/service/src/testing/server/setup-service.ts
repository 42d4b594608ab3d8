import { startForTests } from './server-setup.ts'

export default () => startForTests('service')
