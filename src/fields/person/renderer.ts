export { referenceRenderer as renderer } from '../references/family.tsx'
