import { defineServer } from '#server/plugin.ts'
import { generalExtensions } from './extensions.ts'
import { processChoiceRoutes } from './process-choices.ts'

export default defineServer({ id: 'proposals', extensions: generalExtensions, routes: processChoiceRoutes })
