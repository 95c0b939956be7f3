import { start } from '../src/main.tsx'

/** The product in the browser: the declarations come as a chunk of their own, after the first screen. */
void start({
  brand: { cn: '宏岳办公', en: 'Hongyue OA' },
  pages: [],
  plugins: async () => (await import('./declarations.ts')).default,
})
