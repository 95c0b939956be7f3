export { referenceDrawing as drawing } from '../references/family.tsx'
