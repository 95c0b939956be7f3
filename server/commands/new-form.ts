import plugins from '#resources/declarations.ts'
import { writeForm } from '#server/generate/write.ts'
import { generate } from './generate.ts'

/** `npm run new:form -- visitor-pass 访客通行证 [--budget]`: a business type with fields, rules, flow and test, registered; with `--budget` one whose costs a department bears. */
generate('npm run new:form -- NAME [中文名称] [--budget]',
  ({ switches, ...wanted }) => writeForm(process.cwd(), { ...wanted, budget: switches.has('--budget') }, plugins), {
  known: ['--budget'],
})
