import { defineServer } from '#server/plugin.ts'
import { parameterRoutes } from './parameters/routes.ts'
import { actionItemRoutes } from './routes.ts'

export default defineServer({
  id: 'finance',
  routes(app, host) {
    actionItemRoutes(app, host)
    parameterRoutes(app, host)
  },
})
