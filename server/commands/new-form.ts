import plugins from '#resources/declarations.ts'
import { writeForm } from '#server/generate/write.ts'
import { generate } from './generate.ts'

/**
 * `npm run new:form -- visitor-pass 访客通行证 [--budget] [--module company-cars]`: generates a business type with fields, rules, flow and
 * test, and registers it; with `--budget` with costs that a department bears, with `--module` in that module.
 */
generate('npm run new:form -- NAME [中文名称] [--budget] [--module MODULE]',
  ({ options, ...form }) => writeForm(process.cwd(), { ...form, budget: '--budget' in options, module: options['--module'] }, plugins), {
  known: { '--budget': 'alone', '--module': 'with a value' },
})
