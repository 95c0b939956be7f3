export { saveProcessInstances } from './save-process-instances.ts'
