import plugins from '#resources/declarations.ts'
import { writePlugin } from '#server/generate/write.ts'
import { generate } from './generate.ts'

/** `npm run new:plugin -- company-cars 公司车辆`: a module with one kind of record, a page and a call of its own, registered and tested. */
generate('npm run new:plugin -- NAME [中文名称]', (names) => writePlugin(process.cwd(), names, plugins), {
  note: `一条记录的名称暂与整体相同，请修改 singular.en / One record is called like all of them for now: change singular.en.`,
})
