import { defineServer } from '#server/plugin.ts'
import { generalExtensions, processChoiceRoutes } from './extensions.ts'

export default defineServer({ id: 'proposals', extensions: generalExtensions, routes: processChoiceRoutes })
