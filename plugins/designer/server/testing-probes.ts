import { defineReadProbes } from '#server/architecture-tests/probes.ts'

const tried = 'plugins/designer/server/designs.integration.test.ts: who may read designs'

const triedRegister = 'plugins/designer/server/registers/registers.integration.test.ts: who may read registers'

/** Designs have no row scope: the view permission discloses all of them. */
export default defineReadProbes({
  same: ['GET /workflow/dynamicForm/page', 'GET /workflow/dynamicForm/library', 'GET /workflow/register/page'],
  own: {
    'GET /workflow/dynamicForm/:id': tried,
    'GET /workflow/dynamicForm/:id/file': tried,
    'POST /workflow/dynamicForm/file/check': tried,
    'POST /workflow/dynamicForm/check': tried,
    'GET /workflow/dynamicForm/:id/samples': tried,
    'GET /workflow/dynamicForm/:id/history': tried,
    'GET /workflow/dynamicForm/:id/version/:version': tried,
    'GET /workflow/dynamicForm/by/:urlPage': tried,
    'GET /workflow/register/:id': triedRegister,
    'POST /workflow/register/check': triedRegister,
    'GET /workflow/register/:id/dry-run': triedRegister,
    'GET /workflow/register/:id/history': triedRegister,
    'GET /workflow/register/:id/version/:version': triedRegister,
  },
})
