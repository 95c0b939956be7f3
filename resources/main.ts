import declarations from 'virtual:declarations'
import { browserParts } from '#shell/browser-plugin.ts'
import { start } from '#src/main.tsx'
import browserPlugins from './browser.ts'
import { product } from './product.ts'

/** Starts the product in the browser. */
void start({ brand: product, declarations, ...browserParts(browserPlugins) })
