import { start } from '../src/main.tsx'
import { product } from './product.ts'

/** The product in the browser: the declarations come as a chunk of their own, after the first screen. */
void start({
  brand: product,
  pages: [],
  plugins: async () => (await import('./declarations.ts')).default,
})
