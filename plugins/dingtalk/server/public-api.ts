export { saveProcessInstances } from './rules.ts'
