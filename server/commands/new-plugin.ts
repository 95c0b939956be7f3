import plugins from '#resources/declarations.ts'
import { writePlugin } from '#server/generate/write.ts'
import { generate } from './generate.ts'

/** `npm run new:plugin -- company-cars 公司车辆`: generates a module with one resource, a page and a call, registered and with tests. */
generate('npm run new:plugin -- NAME [中文名称]', (names) => writePlugin(process.cwd(), names, plugins), {
  note: `一条记录的名称暂与整体相同，请修改 singular.en / One record is called like all of them for now: change singular.en.`,
})
