// Bundled apart (web/playerBuild.ts).
export { create } from 'qrcode'
