/**
 * Who gets what from each call, all of them asking for the same records: those of the participant and of the client the
 * participant and the manager belong to. A number is the status; 401, 403 and 404 have one code each, other failures name
 * theirs. Columns:
 *
 * guest no token · garbage a token nobody has · attempt the token of the participant's running attempt ·
 * stranger a full session, of no client · participant by invitation link · peer of the same client, by invitation link ·
 * foreign the other client's manager · manager · admin · super the superuser
 */
const table = `
call               guest garbage attempt stranger participant peer foreign manager admin super
authToken          wrong wrong   wrong   wrong    wrong       wrong wrong  wrong   wrong wrong
requestMagicLink   202   202     202     202      202         202   202    202     202   202
openMagicLink      dead  dead    dead    dead     dead        dead  dead   dead    dead  dead
signOut            401   401     401     204      204         204   204    204     204   204
usersMe            401   401     401     200      200         200   200    200     200   200

signUp             201   201     201     201      201         201  201     201     201   201
forgotPassword     202   202     202     202      202         202  202     202     202   202
resetPassword      noreset noreset  noreset  noreset   noreset      noreset noreset  noreset  noreset noreset
updatePassword     401   401     401     204      403         403  204     204     204   204
listSessions       401   401     401     200      403         403  200     200     200   200
endSession         401   401     401     404      403         403  404     404     404   404
endSessions        401   401     401     204      403         403  204     204     204   204
listUsers          401   401     401     403      403         403  403     403     200   200
createUser         401   401     401     403      403         403  403     403     201   201
updateUser         401   401     401     404      403         403  404     404     200   200
removeUser         401   401     401     403      403         403  403     403     204   204
magicLinkForAdmin  401   401     401     403      403         403  403     403     200   200
listAudit          401   401     401     403      403         403  403     403     403   200

listClients        401   401     401     403      403         403   200    200     200   200
createClient       401   401     401     403      403         403   403    403     201   201
getClient          401   401     401     403      403         403   404    200     200   200
listManagers       401   401     401     403      403         403   404    200     200   200
listCandidates     401   401     401     403      403         403   404    200     200   200
listEmployees      401   401     401     403      403         403   404    200     200   200
inviteEmails       401   401     401     403      403         403   404    200     200   200
listInventories    401   401     401     403      403         403   200    200     200   200
getInventory       401   401     401     403      403         403   200    200     200   200
listQuotas         401   401     401     403      403         403   404    200     200   200
addQuota           401   401     401     403      403         403   403    403     201   201

listAssignments    401   401     401     403      403         403   404    200     200   200
getAssignment      401   401     401     403      403         403   404    200     200   200
countAssignments   401   401     401     403      403         403   404    200     200   200
resultsCsv         401   401     401     403      403         403   404    200     200   200
getReport          401   401     401     404      200         404   404    200     200   200
reportPdf          401   401     401     404      200         404   404    200     200   200

listOwnAssignments 401   401     401     200      200         200   200    200     200   200
getOwnAssignment   401   401     401     404      200         404   404    404     404   404
startAttempt       401   401     401     404      200         404   404    404     404   404
refuseConsent      401   401     401     404      204         404   404    404     404   404
startSection       401   401     200     404      200         404   404    404     404   404
saveResponses      401   401     200     404      200         404   404    404     404   404
submitAttempt      401   401     200     404      200         404   404    404     404   404

demoMailbox        200   200     200     200      200         200   200    200     200   200
live               200   200     200     200      200         200   200    200     200   200
ready              200   200     200     200      200         200   200    200     200   200
`

const words: Record<string, string> = {
  '401': '401 not_authenticated',
  '403': '403 forbidden',
  '404': '404 not_found',
  wrong: '400 invalid_credentials',
  dead: '400 magic_link_invalid',
  noreset: '400 reset_link_invalid',
}

export const callers = [
  'guest',
  'garbage',
  'attempt',
  'stranger',
  'participant',
  'peer',
  'foreign',
  'manager',
  'admin',
  'super',
] as const
export type CallerName = (typeof callers)[number]

const [head = [], ...rows] = table
  .split('\n')
  .map((line) => line.split(/\s+/).filter((cell) => cell !== ''))
  .filter((cells) => cells.length > 0)
if (head.slice(1).join() !== callers.join()) throw new Error('the columns of the denials are not the callers')

/** Call → caller → `status code`, or the status of a success alone. */
export const denials: Readonly<Record<string, Readonly<Record<string, string>>>> = Object.fromEntries(
  rows.map(([name = '', ...cells]) => {
    if (cells.length !== callers.length) throw new Error(`${name} has ${cells.length} cells`)
    return [
      name,
      Object.fromEntries(callers.map((caller, at) => [caller, words[cells[at] ?? ''] ?? cells[at] ?? ''])),
    ]
  }),
)
