interface DataSource {
  readonly namespace: string;
  readonly sourceName: string;
  readonly configuration: object;
}

/** As the handbook has it ("Connect a viewer"), but that the key is given instead of asked for. */
export function ohifOverDicomWeb(root: string, key: string): string {
  const configuration = {
    ...{ friendlyName: 'Second Read', name: 'reader', qidoRoot: root, wadoRoot: root, wadoUriRoot: root },
    ...{ imageRendering: 'wadors', thumbnailRendering: 'wadors', enableStudyLazyLoad: true },
    ...{ qidoSupportsIncludeField: true, supportsWildcard: true, supportsStow: false },
  };
  const authorization = JSON.stringify({ Authorization: `Bearer ${key}` });
  return ohifConfig(
    { namespace: '@ohif/extension-default.dataSourcesModule.dicomweb', sourceName: 'reader', configuration },
    `services.userAuthenticationService.setServiceImplementation({
      getAuthorizationHeader: () => (${authorization}),
    });`,
  );
}

/** Files from the disk, on the screen `/localbasic`. */
export function ohifLocal(): string {
  const namespace = '@ohif/extension-default.dataSourcesModule.dicomlocal';
  const configuration = { friendlyName: 'local', name: 'local' };
  return ohifConfig({ namespace, sourceName: 'dicomlocal', configuration });
}

/** The script `app-config.js`. Services of OHIF are left on its window, so that a test can ask them. */
function ohifConfig(dataSource: DataSource, atStart = ''): string {
  const config = {
    ...{ routerBasename: '/', showStudyList: true, modes: [], dataSources: [dataSource] },
    ...{ defaultDataSourceName: dataSource.sourceName, showErrorDetails: 'always' },
    ...{ showCPUFallbackMessage: false, showWarningMessageForCrossOrigin: false },
    investigationalUseDialog: { option: 'never' },
    maxNumRequests: { interaction: 100, thumbnail: 5, prefetch: 25 },
  };
  return `localStorage.setItem('shownTours', '["basicViewerTour"]');
  window.config = { ...${JSON.stringify(config)}, extensions: [{
    id: 'test',
    preRegistration({ servicesManager: { services } }) {
      window.ohif = services;
      ${atStart}
    },
  }] };`;
}
