export { referenceListRenderer as renderer } from '../references/family.tsx'
