import { defineServer } from '#server/plugin.ts'
import { parameterRoutes } from './parameters/routes.ts'
import { actionItemRoutes } from './routes.ts'

export default defineServer({
  id: 'finance',
  callNames: { subjects: { parameter: { cn: '标准与参数', en: 'Standards and limits' } } },
  routes(app, host) {
    actionItemRoutes(app, host)
    parameterRoutes(app, host)
  },
})
