export { referenceListDrawing as drawing } from '../references/family.tsx'
