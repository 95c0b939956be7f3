import { defineServer } from '#server/plugin.ts'
import { generalExtensions, processChoiceRoutes } from './extensions.ts'
import { samples } from './samples.ts'

export default defineServer({ id: 'proposals', contributes: [samples], extensions: generalExtensions, routes: processChoiceRoutes })
