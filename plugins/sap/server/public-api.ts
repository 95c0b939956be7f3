/** The part of this module that other modules' server halves may use. */
export { offerSap } from './settings.ts'
export { posted } from './payments/posting.ts'
export { offerSapSystem } from './protocols/destination.ts'
export { type Simulator, startSimulator } from './simulator/server.ts'
