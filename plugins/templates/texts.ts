import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  'templates.enabledTwice': { cn: '该用途、公司和语言已有启用的模板，请先停用它',
    en: 'A template for this use, company and language is enabled. Disable it first' },
  'templates.noForm': { cn: '没有这种单据类型，或它没有打印格式', en: 'There is no such document type, or it can’t be printed' },
  'templates.notDocx': { cn: '请上传 .docx 文件', en: 'Upload a .docx file' },
  'templates.notXlsx': { cn: '请上传 .xlsx 文件', en: 'Upload an .xlsx file' },
  'templates.largeWorkbook': { cn: '导入模板不能超过 {limit} kB，请压缩其中的图片',
    en: 'An import template can be up to {limit} kB. Compress its pictures' },
  'templates.noImport': { cn: '没有这种导入', en: 'There is no such import' },
  'templates.noFile': { cn: '请选择文件', en: 'Choose a file' },
  'templates.wrong': { cn: '模板有 {count} 处需要修改，没有保存', en: 'Nothing was saved. Places to correct in the template: {count}' },
  'templates.loses': { cn: '该文件有 {count} 项内容不会保留在下发的模板中，没有保存',
    en: 'Nothing was saved. Contents that the handed-out template won’t have: {count}' },
  'templates.sealPicture': { cn: '请选择 PNG 或 JPG 图片', en: 'Choose a PNG or JPG picture' },
  'templates.sealSize': { cn: '图片的宽和高不能超过 2000 像素', en: 'The picture may have at most 2,000 pixels each way' },
  'templates.titleBlank': { cn: '标题中不能有花括号', en: 'A title can’t contain placeholders' },
  'templates.unknownBlank': { cn: '没有 {blank:raw}，可用：{allowed:raw}', en: 'There is no {blank:raw}. You can use: {allowed:raw}' },
  'templates.noVersion': { cn: '没有这个版本', en: 'There is no such version' },
  'templates.sameVersion': { cn: '这已经是当前版本', en: 'This is the current version' },
})
