import plugins from '#resources/declarations.ts'
import { writeForm } from '../generate/write.ts'
import { generate } from './generate.ts'

/** `npm run new:form visitor-pass 访客通行证`: a business type with fields, rules, flow and test, registered. */
generate('npm run new:form NAME [中文名称]', (wanted) => writeForm(process.cwd(), wanted, plugins))
