import { usersMe } from '#contract/auth.ts'
import { newId } from '#server/db/ids.ts'
import { noticeVersion } from '#server/features/people/registrations/notice.ts'
import { proofOf } from '#server/features/test-days/codes.ts'
import { request } from '#test/support/api.ts'
import { companyBilling } from '#test/support/billing.ts'
import { castPassword, inventory } from '#test/support/cast.ts'
import type { TestServer } from '#test/support/server.ts'
import type { Taker } from '#test/support/taking.ts'
import { unusedDay } from './records.ts'
import { type Part, partsOfScene, type Scene } from './scene.ts'
import type { Whose } from './table.ts'

export interface Input {
  params?: Record<string, string>
  /** The query without which a call answers 400. */
  query?: Record<string, string>
  body?: Record<string, unknown>
  /** The upload that replaces a body. */
  file?: Blob
}

// The smallest PNG there is: one pixel.
const provedBy = (derived: Buffer, body: object) => ({
  ...body,
  proof: proofOf(derived, body).toString('base64'),
})

const picture = new Blob(
  [
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    ),
  ],
  { type: 'image/png' },
)

// One silent frame.
const sound = new Blob([Buffer.concat([Buffer.from([0xff, 0xf3, 0x30, 0xc4]), Buffer.alloc(74)])], {
  type: 'audio/mpeg',
})

const agreedTiers = [{ fromQuantity: 1, unitPriceKurus: 5000 }]
const oneDay = (day: string) => ({ validFrom: day, validUntil: day })

/** Valid input for each call, so that a refusal is about the caller. */
export function inputOf(scene: Scene, call: string): Input {
  const { cast, clientId, pending, running, completed, started, draft, registration } = scene
  const ofRegistration = { clientId, registrationId: registration.id }
  const params = { clientId }
  const provider = { clientId, providerId: scene.identityProvider }
  const webhook = { clientId, webhookId: scene.webhook.id }
  const { definition } = draft
  const version = { code: definition.code, version: String(definition.version) }
  const recorded = { ...version, locale: 'tr', key: `sections.${definition.sections[0]?.id}.instructions` }
  const person = { name: 'Ada Deniz', email: `${newId()}@example.com`, phone: '0232 000 00 00' }
  const item = started.form.sections.flatMap((section) => section.items).find((one) => one.type === 'single')
  const userId = scene.participant.userId
  const ofSection = { assignmentId: running, sectionId: started.form.sections[0]?.id ?? '' }
  const { name, email } = person
  const ofDay = { clientId, testDayId: scene.testDay.id }
  const ofSetupCode = { ...ofDay, setupCodeId: scene.testDay.setupCodeId }
  const personOfDay = { ...ofDay, membershipId: scene.peer.membershipId }
  // The addresses that addMember() makes.
  const participant = `${userId}@example.com`
  const password = `cam-${email.slice(0, 8)}-kavanoz`
  const invoice = scene.approved.invoices.list[0]?.number ?? ''
  // One of these two people has a result.
  const compared = { assignments: `${completed},${scene.testDay.assignmentId}` }
  const inputs: Record<string, Input> = {
    signUp: { body: { fullName: name, email, password, confirmPassword: password } },
    sendVerification: { body: {} },
    forgotPassword: { body: { email } },
    checkResetLink: { body: { uid: 'nobody', token: 'x'.repeat(43) } },
    resetPassword: { body: { new_password: password, uid: 'nobody', token: 'x'.repeat(43) } },
    updatePassword: { body: { current_password: castPassword, new_password: password } },
    sendContact: {
      body: {
        name,
        organisation: 'Deniz A.Ş.',
        email,
        message: 'Kırk kişiyi sınamak istiyoruz.',
        token: 'x'.repeat(43),
      },
    },
    openContact: {},
    listSessions: {},
    endSession: { params: { sessionId: scene.sessionId } },
    endSessions: {},
    listUsers: {},
    getUser: { params: { userId } },
    listUserMails: { params: { userId } },
    createUser: { body: { name, email } },
    updateUser: { params: { userId }, body: { name } },
    removeUser: { params: { userId } },
    resendInvitations: { params: { userId } },
    resendVerification: { params: { userId } },
    setAvatar: { params: { userId }, file: picture },
    removeAvatar: { params: { userId } },
    logoImage: { params: { logoId: 'x'.repeat(22) } },
    updateBrand: { params: { clientId }, body: { senderName: name } },
    setLogo: { params: { clientId }, file: picture },
    previewBrand: {
      params: { clientId },
      body: {
        place: 'mail',
        locale: 'tr',
        color: '',
        senderName: name,
        introTr: '',
        introEn: '',
        thanksTr: '',
        thanksEn: '',
      },
    },
    avatarImage: { params: { avatarId: 'x'.repeat(22) } },
    magicLinkForAdmin: { body: { email: participant } },
    secondFactor: { body: { challenge: `chl_${'x'.repeat(43)}`, code: '123456' } },
    setUpSecondFactor: { body: { challenge: `chl_${'x'.repeat(43)}` } },
    finishSecondFactorSetup: { body: { challenge: `chl_${'x'.repeat(43)}`, code: '123456' } },
    getSecondFactor: {},
    declineSecondFactor: {},
    beginSecondFactor: { body: { current_password: castPassword } },
    confirmSecondFactor: { body: { code: '123456' } },
    disableSecondFactor: { body: { current_password: castPassword, code: '123456' } },
    renewRecoveryCodes: { body: { current_password: castPassword } },
    resetSecondFactor: { params: { userId } },
    getSettings: {},
    getSystem: {},
    // No job has failed.
    retryJob: { params: { jobId: '1' } },
    updateSettings: { body: { requireSecondFactor: 'none' } },
    listAudit: {},
    listActivityAssignments: { params: { clientId, entryId: newId() } },
    auditCsv: {},
    search: {},
    authToken: { body: { username: person.email, password: 'not the password' } },
    requestMagicLink: { body: { email: person.email } },
    openMagicLink: { params: { uid: 'nobody', token: 'x'.repeat(43) } },
    openSlipCode: { body: { code: 'Z'.repeat(28) } },
    signOut: {},
    usersMe: {},
    listClients: {},
    createClient: {
      body: { ...person, managerName: person.name, managerEmail: person.email, managerPhone: person.phone },
    },
    updateClient: { params, body: { name: 'Anadolu Gıda A.Ş.' } },
    applyForClient: { body: { ...person, billing: companyBilling } },
    updateBilling: { params, body: companyBilling },
    findOtherNames: { params, body: { emails: [person.email] } },
    forecastInvitation: { params, body: { emails: [person.email], inventoryIds: [] } },
    inviteEmails: { params, body: { emails: [person.email], inventoryIds: [] } },
    removeCandidate: { params, body: { user_id: userId } },
    removeEmployee: { params, body: { user_id: scene.employee } },
    listColleagues: { params },
    inviteManagers: { params, body: { email, name, access: 'reader', groups: ['Depo'] } },
    changeColleague: {
      params: { clientId, membershipId: scene.leavingMembership },
      body: { access: 'reader' },
    },
    removeManager: { params, body: { user_id: scene.leaving } },
    previewRemoval: { params: { clientId, userId } },
    invitePerson: { params, body: { name, phone: person.phone, staffNumber: newId().slice(-12) } },
    getInvitationJob: { params: { clientId, jobId: newId() } },
    makeInvitationLink: { params: { clientId, membershipId: scene.peer.membershipId }, body: {} },
    listPersonMails: { params: { clientId, membershipId: scene.peer.membershipId } },
    getPerson: { params: { clientId, membershipId: scene.peer.membershipId } },
    // A name that is not theirs: nobody may erase the people of the next call.
    erasePerson: {
      params: { clientId, membershipId: scene.peer.membershipId },
      body: { confirm: 'Başka Biri' },
    },
    holdPerson: {
      params: { clientId, membershipId: scene.peer.membershipId },
      body: { reason: 'İş mahkemesi' },
    },
    makeRequest: { body: { kind: 'access' } },
    listOwnRequests: {},
    listRequests: {},
    checkIdentity: { params: { requestId: scene.requestId }, body: { way: 'document' } },
    findRequesters: { params },
    enterRequest: {
      params,
      body: {
        membershipId: scene.peer.membershipId,
        kind: 'access',
        channel: 'letter',
        // Yesterday: it is never in the future, in any zone.
        receivedOn: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
      },
    },
    handOutData: { params: { requestId: scene.requestId } },
    handOutDataPdf: { params: { requestId: scene.requestId } },
    decideRequest: {
      params: { requestId: scene.requestId },
      body: { decision: 'refused', reason: 'Yanlış kişi' },
    },
    evidenceJson: { params },
    startEvidenceJob: { params, body: {} },
    listEvidenceJobs: { params },
    getEvidenceJob: { params: { clientId, jobId: newId() } },
    evidencePdf: { params: { clientId, jobId: newId() } },
    getRetention: { params },
    setRetention: { params, body: { candidateMonths: 6, employeeMonths: 24, sensitiveMonths: 6, tests: [] } },
    releasePerson: { params: { clientId, membershipId: scene.peer.membershipId } },
    updatePerson: { params: { clientId, membershipId: scene.peer.membershipId }, body: { name } },
    decidePerson: {
      params: { clientId, membershipId: scene.peer.membershipId },
      body: { decision: 'shortlisted' },
    },
    decidePeople: { params, body: { membershipIds: [scene.peer.membershipId], decision: 'shortlisted' } },
    listPersonNotes: { params: { clientId, membershipId: scene.peer.membershipId } },
    listDecisions: { params: { clientId, membershipId: scene.peer.membershipId } },
    movePeople: { params, body: { membershipIds: [scene.peer.membershipId], group: 'Depo' } },
    slipsPdf: { params, body: { membershipIds: [scene.participant.membershipId] } },
    startSlipJob: { params, body: { membershipIds: [scene.participant.membershipId] } },
    getSlipJob: { params: { clientId, jobId: newId() } },
    slipJobPdf: { params: { clientId, jobId: newId() } },
    openRegistration: {
      params,
      body: {
        name: 'Depo',
        inventoryIds: [inventory(cast, 'ENGLISH')],
        locale: 'tr',
        cap: 1,
        endsOn: '2998-01-01',
        approval: true,
      },
    },
    getRegistration: { params: ofRegistration },
    changeRegistration: { params: ofRegistration, body: { cap: 3 } },
    closeRegistration: { params: ofRegistration },
    registrationPoster: { params: ofRegistration },
    listRegistrants: { params: ofRegistration },
    decideRegistrants: {
      params: ofRegistration,
      body: { decision: 'accept', registrantIds: [registration.registrant] },
    },
    getRegistrationPage: { params: { code: registration.code } },
    register: {
      params: { code: registration.code },
      body: { name, phone: '0532 111 22 33', notice: noticeVersion, token: 'x'.repeat(43) },
    },
    confirmRegistration: {
      params: { code: registration.code },
      body: { check: 'x'.repeat(43), digits: '123456' },
    },
    listInventories: {},
    listDefinitions: {},
    getDefinition: { params: { code: version.code } },
    getDefinitionVersion: { params: version },
    exportDefinition: { params: version },
    previewVersion: { params: version },
    definitionDifferences: { params: version },
    previewRescoring: { params: version },
    analyseVersion: { params: { code: 'ENGLISH', version: '3' }, body: {} },
    getAnalysis: { params: { code: 'ENGLISH', version: '3' } },
    analysisCsv: { params: { code: 'ENGLISH', version: '3' } },
    analyseForClient: { params, body: { code: 'ENGLISH', version: 3 } },
    getClientAnalysis: { params, query: { code: 'ENGLISH', version: '3' } },
    checkDefinition: { body: { definition } },
    importDefinition: { body: { definition, replaces: draft.hash } },
    publishDefinition: { params: version, body: { hash: draft.hash } },
    discardDefinition: { params: version, body: { hash: draft.hash } },
    recordingFile: { params: { hash: '0'.repeat(64) } },
    listRecordings: { params: version },
    setRecording: { params: recorded, file: sound },
    removeRecording: { params: recorded },
    copyVersion: { params: version },
    listPriceTiers: { params: { inventoryId: inventory(cast, 'ENGLISH') } },
    setPriceTiers: {
      params: { inventoryId: inventory(cast, 'ENGLISH') },
      body: { tiers: [{ fromQuantity: 1, unitPriceKurus: 5000 }] },
    },
    setOffer: { params: { inventoryId: inventory(cast, 'ENGLISH') }, body: { offeredTo: 'all' } },
    enableInventory: {
      params: { clientId, inventoryId: inventory(cast, 'SCL90') },
      body: {
        legalBasis: 'Açık rıza',
        purpose: 'İş sağlığı',
        recipientIds: [clientId === cast.anadolu ? cast.manager.userId : cast.otherManager.userId],
      },
    },
    disableInventory: { params: { clientId, inventoryId: inventory(cast, 'SCL90') } },
    getAdminDashboard: {},
    getInventory: { params: { inventoryId: inventory(cast, 'ENGLISH') } },
    addQuota: { params, body: { inventoryId: inventory(cast, 'ENGLISH'), quantity: 1 } },
    getAssignment: { params: { assignmentId: completed } },
    createAssignments: {
      params,
      body: {
        userIds: [scene.peer.userId],
        inventoryIds: [inventory(cast, 'ENGLISH')],
        description: 'Bahar',
      },
    },
    acceptLateAnswers: { params: { assignmentId: completed } },
    leaveLateAnswers: { params: { assignmentId: completed } },
    liveBoard: { params },
    pauseTests: { params, body: { paused: true, assignmentIds: [running] } },
    addMinutes: { params: { assignmentId: running }, body: { minutes: 5 } },
    endTest: { params: { assignmentId: running } },
    releaseTest: { params: { assignmentId: running } },
    listNotes: { params: { assignmentId: running } },
    addNote: { params: { assignmentId: running }, body: { text: 'Geç geldi.' } },
    listLateAnswers: { params: { assignmentId: completed } },
    importRescue: { params: { testId: started.testId }, body: { rescue: 'x'.repeat(200) } },
    cancelAssignment: { params: { assignmentId: pending } },
    remindAssignment: { params: { assignmentId: pending } },
    extendAssignment: { params: { assignmentId: pending }, body: { dueDate: '2999-01-01' } },
    changeAccommodations: {
      params: { assignmentId: pending },
      body: { timePercent: 150, textSize: 1, readAloud: true },
    },
    listTestDays: { params },
    createTestDay: {
      params,
      body: {
        place: 'Kapı 3',
        day: '2998-05-05',
        inventoryIds: [inventory(cast, 'MYT')],
        membershipIds: [scene.peer.membershipId],
      },
    },
    getTestDay: { params: ofDay },
    updateTestDay: { params: ofDay, body: { place: 'Kapı 4' } },
    closeTestDay: { params: ofDay },
    renewTestDayPin: { params: ofDay },
    makeSetupCodes: { params: ofDay, body: { quantity: 1 } },
    renewSetupCode: { params: ofSetupCode },
    revokeSetupCode: { params: ofSetupCode },
    confirmTablet: { params: { ...ofDay, tabletId: scene.testDay.tabletId } },
    revokeTablet: { params: { ...ofDay, tabletId: scene.testDay.tabletId } },
    listTestDayPeople: { params: ofDay },
    addTestDayPeople: { params: ofDay, body: { membershipIds: [scene.participant.membershipId] } },
    placeTestDayPerson: { params: personOfDay, body: { room: 'A' } },
    removeTestDayPerson: { params: personOfDay },
    renewTestDayCode: { params: personOfDay },
    testDaySlips: { params: ofDay },
    listKeptAttempts: { params: ofDay },
    listWaitingDeliveries: { params: ofDay },
    acceptDelivery: { params: { ...ofDay, deliveryId: scene.testDay.id } },
    rejectDelivery: { params: { ...ofDay, deliveryId: scene.testDay.id } },
    registerTablet: { body: { code: '0000000000', name: 'Tablet 08', device: 'A'.repeat(43) } },
    getTabletDay: {},
    openTablet: { body: { pin: '000000' } },
    getTabletPackage: {},
    enterByDayCode: { body: { code: '000000' } },
    deliverOfflineAttempt: {
      body: provedBy(scene.testDay.derived, {
        offlineId: newId(),
        assignmentId: scene.testDay.assignmentId,
        accepted: ['information'],
        locale: 'tr',
        elapsedMs: 0,
        sections: [],
        responses: {},
        answeredAfterMs: {},
      }),
    },
    changeOpening: { params: { assignmentId: pending }, body: { opensAt: '2997-12-31T09:00' } },
    replacePerson: { params, body: { assignmentIds: [scene.unstarted], person: { name, email } } },
    setFeedback: { params: { clientId, inventoryId: inventory(cast, 'AYT') }, body: { on: true } },
    setCoolDown: { params: { clientId, inventoryId: inventory(cast, 'SCL90') }, body: { days: 30 } },
    cancelAssignments: { params, body: { assignmentIds: [pending] } },
    remindAssignments: { params, body: { assignmentIds: [pending] } },
    changeManyAccommodations: {
      params,
      body: { assignmentIds: [pending], accommodations: { timePercent: 150, textSize: 1, readAloud: true } },
    },
    extendAssignments: { params, body: { assignmentIds: [pending], dueDate: '2999-01-01' } },
    getPriceList: { params },
    listTaxRates: {},
    addTaxRate: { body: { validFrom: unusedDay(), rate: 20 } },
    removeTaxRate: { params: { validFrom: '2023-07-10' } },
    listClientPrices: { params },
    addClientPrice: {
      params,
      body: { inventoryId: inventory(cast, 'ENGLISH'), tiers: agreedTiers, ...oneDay(unusedDay()) },
    },
    endClientPrice: { params: { clientId, priceId: scene.price }, body: {} },
    removeClientPrice: { params: { clientId, priceId: scene.price } },
    createOrder: {
      params,
      body: {
        inventoryId: inventory(cast, 'AYT'),
        quantity: 1,
        paymentMethod: 'eft',
        billing: companyBilling,
      },
    },
    listOrders: { params },
    listAllOrders: {},
    getOrderAlerts: {},
    ordersCsv: {},
    ordersXlsx: {},
    getOrder: { params: { orderId: scene.order } },
    payOrder: { params: { orderId: scene.order }, body: {} },
    cancelOrder: { params: { orderId: scene.order } },
    decidePayment: {
      params: { orderId: scene.order },
      body: { outcome: 'not_charged', reason: 'Panelde yok' },
    },
    approveOrder: {
      params: { orderId: scene.order },
      body: { amount: 12_000, date: '2026-11-20', sender: 'Anadolu' },
    },
    refundOrder: { params: { orderId: scene.approved.id }, body: { reason: 'Yanlış sipariş' } },
    settleRefund: {
      params: { orderId: scene.refunded.id, refundId: scene.refunded.refunds[0]?.id ?? newId() },
      body: { givenBack: true, reason: 'Panelde görüldü' },
    },
    getInvoicePdf: { params: { orderId: scene.approved.id, number: invoice } },
    getInvoiceXml: { params: { orderId: scene.approved.id, number: invoice } },
    getProforma: { params: { orderId: scene.order } },
    getRefundStatement: { params: { orderId: scene.approved.id, refundId: newId() } },
    importStatement: { file: new Blob(['Tarih;Tutar;Açıklama\n'], { type: 'text/csv' }) },
    readStatementColumns: { file: new Blob(['Tarih;Tutar;Açıklama\n'], { type: 'text/csv' }) },
    listBankLines: {},
    approveTransfers: { body: { transfers: [{ lineId: newId(), orderId: scene.order }] } },
    ignoreTransfer: { params: { lineId: scene.transfer }, body: {} },
    listBankMappings: {},
    setBankMapping: {
      body: {
        bank: 'Banka',
        date: 'Tarih',
        amount: 'Tutar',
        description: 'Açıklama',
        decimal: 'comma',
        dayOrder: 'dmy',
      },
    },
    getReport: { params: { assignmentId: completed } },
    reportPdf: { params: { assignmentId: completed } },
    getFeedback: { params: { assignmentId: completed } },
    feedbackPdf: { params: { assignmentId: completed } },
    makeReports: { params, body: { assignmentIds: [completed], as: 'zip', purpose: 'placement' } },
    listReportFiles: { params },
    reportsZip: { params: { clientId, jobId: newId() } },
    reportsPdf: { params: { clientId, jobId: newId() } },
    getJob: { params: { clientId, jobId: newId() } },
    checkCopy: { params: { copyId: 'x'.repeat(22) } },
    listJobProfiles: { params },
    listJobScales: { params },
    createJobProfile: {
      params,
      body: { name: newId(), inventory: 'ENGLISH', ranges: [{ key: 'total', from: 40, to: null }] },
    },
    getJobProfile: { params: { clientId, jobProfileId: scene.jobProfile } },
    changeJobProfile: { params: { clientId, jobProfileId: scene.jobProfile }, body: { name: newId() } },
    getJobFit: { params: { assignmentId: completed, jobProfileId: scene.jobProfile } },
    getGroupReport: { params, query: { inventory: 'ENGLISH' } },
    groupReportPdf: { params, query: { inventory: 'ENGLISH' } },
    groupReportXlsx: { params, query: { inventory: 'ENGLISH' } },
    getNotifications: { params },
    setNotifications: { params, body: { finished: 'daily' } },
    openUnsubscribe: { body: { token: newId() } },
    unsubscribe: { body: { token: newId() } },
    listWebhooks: { params },
    createWebhook: { params, body: { url: 'https://ats.example.com/', events: ['order.paid'] } },
    changeWebhook: { params: webhook, body: { events: ['result.ready'] } },
    deleteWebhook: { params: webhook },
    testWebhook: { params: webhook },
    renewWebhookSecret: { params: webhook },
    listWebhookDeliveries: { params: webhook },
    resendWebhookDelivery: { params: { ...webhook, deliveryId: scene.webhook.delivery } },
    listShares: { params },
    createShare: {
      params,
      body: { assignmentIds: [completed], show: 'scores', days: 7, recipient: 'Ada', locale: 'tr' },
    },
    compareResults: { params, query: compared },
    comparePdf: { params, query: compared },
    compareXlsx: { params, query: compared },
    endShare: { params: { shareId: scene.share } },
    listIdentityProviders: { params },
    createIdentityProvider: {
      params,
      body: {
        issuer: 'http://127.0.0.1:9',
        clientId: 'terazi',
        clientSecret: 'secret',
        domains: [`d${newId()}.test`],
      },
    },
    changeIdentityProvider: { params: provider, body: { only: false } },
    deleteIdentityProvider: { params: provider },
    confirmSignInDomain: { params: { ...provider, domain: `d${scene.identityProvider}.test` } },
    startSingleSignOn: { body: { email: 'ada@example.com' } },
    finishSingleSignOn: { body: { state: 'x' } },
    listApiKeys: { params },
    createApiKey: { params, body: { name: 'ATS', scopes: ['status:read'], days: 30 } },
    revokeApiKey: { params: { clientId, keyId: scene.apiKey } },
    // Another link each time: wrong PINs of one are slowed down.
    openShare: { body: { token: newId(), pin: '123456' } },
    askForCode: { body: {} },
    confirmIdentity: { body: { code: '000000' } },
    getOwnData: {},
    ownDataPdf: {},
    updateOwnProfile: { body: { name } },
    confirmOwnAddress: { body: { code: '000000' } },
    listOwnAssignments: {},
    getOwnAssignment: { params: { assignmentId: pending } },
    startAttempt: { params: { assignmentId: running }, body: {} },
    refuseConsent: { params: { assignmentId: pending } },
    withdrawConsent: { params: { assignmentId: running } },
    listOwnConsents: {},
    reportPresence: { params: { assignmentId: running }, body: { itemId: null, unsent: 0 } },
    startSection: { params: ofSection },
    beginPractice: { params: ofSection },
    takeBreak: { params: { assignmentId: running } },
    endBreak: { params: { assignmentId: running } },
    endPractice: { params: ofSection },
    saveResponses: {
      body: { testId: started.testId, responses: { [item?.id ?? '']: item?.options?.[0]?.id ?? '' } },
    },
    noteSignals: {
      params: { assignmentId: running },
      body: { signals: [{ kind: 'copied', at: '2026-05-05T10:00:00.000Z' }] },
    },
    submitAttempt: { params: { assignmentId: running }, body: {} },
    demoMailbox: {},
    live: {},
    ready: {},
    metrics: {},
  }
  return inputs[call] ?? { params }
}

/** The ids of a scene's records, by the part that they are of; the client's is of none. */
const idsOf = (scene: Scene): Record<Part, readonly string[]> => ({
  participant: [...idsOfTaker(scene.participant), scene.pending, scene.unstarted],
  session: [scene.sessionId],
  completed: [scene.completed],
  running: [scene.running, scene.started.testId],
  peer: [...idsOfTaker(scene.peer), scene.requestId],
  testDay: [scene.testDay.id, scene.testDay.tabletId, scene.testDay.assignmentId],
  employee: [scene.employee],
  leaving: [scene.leaving, scene.leavingMembership],
  registration: [scene.registration.id, scene.registration.registrant],
  jobProfile: [scene.jobProfile],
  share: [scene.share],
  apiKey: [scene.apiKey],
  identityProvider: [scene.identityProvider],
  webhook: [scene.webhook.id, scene.webhook.delivery],
  draft: [scene.draft.definition.code],
  order: [scene.order],
  approved: [scene.approved.id],
  refunded: [scene.refunded.id],
  // It is no client's.
  transfer: [],
  price: [scene.price],
})
const idsOfTaker = ({ userId, membershipId }: Taker) => [userId, membershipId]
const allIdsOf = (scene: Scene) => [scene.clientId, ...Object.values(idsOf(scene)).flat()]
const names = (part: unknown, ids: readonly string[]) =>
  ids.some((id) => (JSON.stringify(part) ?? '').includes(id))

/** The rows a call needs in the matrix, from the ids it takes and where. */
export function whosesOf(scene: Scene, call: string): Whose[] {
  const { params, body, query } = inputOf(scene, call)
  const [inPath, inBody] = [names(params, allIdsOf(scene)), names({ body, query }, allIdsOf(scene))]
  return [
    'ours',
    ...(inPath || inBody ? (['theirs'] as const) : []),
    ...(inPath && inBody ? (['mixed'] as const) : []),
    ...(params?.userId === scene.participant.userId && params.clientId === undefined
      ? (['own'] as const)
      : []),
  ]
}

/** The parts of a scene that a call's input names. */
export function partsOf(scene: Scene, call: string): Part[] {
  const { params, body, query } = inputOf(scene, call)
  const ids = idsOf(scene)
  return partsOfScene.filter((part) => names({ params, body, query }, ids[part]))
}

/** The input of one line of the matrix; for `own`, `token` says whose. */
export async function inputFor(
  server: TestServer,
  scenes: { ours: Scene; theirs: Scene },
  call: string,
  whose: Whose,
  token: string | undefined,
): Promise<Input> {
  const [ours, theirs] = [inputOf(scenes.ours, call), inputOf(scenes.theirs, call)]
  switch (whose) {
    case 'ours':
      return ours
    case 'theirs':
      return theirs
    case 'mixed':
      return { ...theirs, ...(ours.params && { params: ours.params }) }
    case 'own': {
      const me = await request(server.url, usersMe, { token })
      return me.status === 200 ? { ...ours, params: { ...ours.params, userId: me.answer.id } } : ours
    }
  }
}
