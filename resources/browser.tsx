import declarations from 'virtual:declarations'
import { start } from '#src/main.tsx'
import { home } from './home.ts'
import { messageCentre } from './message-centre.ts'
import { pages } from './pages.ts'
import { product } from './product.ts'
import { profile } from './profile.ts'

/** The product in the browser. */
void start({ brand: product, pages, home, messageCentre, profile, declarations })
